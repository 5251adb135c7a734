import type { Handler } from "../out/everything/server.js";
import { audio } from "./media.js";

export const testAudioContent: Handler<"test_audio_content"> = async () => [
  audio,
];
