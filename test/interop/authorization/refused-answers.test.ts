import { describe, expect, it } from "vitest";
import { failure, openScene, openWorld } from "./notes.js";

/*
 * What the emitted client refuses of a real authorization server, or of somebody who
 * stands between: each with an error that says what is wrong, and holds nothing secret.
 */

const world = openWorld();

const setting =
  (name: string, value: string) =>
  (answer: URL): URL => {
    answer.searchParams.set(name, value);
    return answer;
  };
const leavingOut =
  (name: string) =>
  (answer: URL): URL => {
    answer.searchParams.delete(name);
    return answer;
  };

describe("the user is led back", () => {
  it.each([
    ["a state that is another one", setting("state", "x".repeat(43)), "state"],
    ["no state", leavingOut("state"), "state"],
    [
      "the issuer of somebody else",
      setting("iss", "https://evil.example"),
      "iss",
    ],
    ["no issuer, though this one always says it", leavingOut("iss"), "iss"],
    ["no code", leavingOut("code"), "without a code"],
    ["a code that never was", setting("code", "y".repeat(43)), "invalid_grant"],
  ])("with %s", async (_name, change, told) => {
    const scene = await openScene(world);
    const { emitted, authorization, url } = world;
    const auth = emitted.oauth({ grant: scene.askUser(change) });
    const error = await failure(scene, scene.connect(auth));
    expect(error).toBeInstanceOf(emitted.AuthorizationError);
    expect(error).toMatchObject({ issuer: authorization.issuer });
    expect(error.message).toContain(`There is no access to ${url}: `);
    expect(error.message).toContain(told);
    scene.said.expectNone(authorization.secrets());
  });

  it("with a code that was used already", async () => {
    const scene = await openScene(world);
    const { emitted, authorization } = world;
    let used: string | null = null;
    const grant = () =>
      scene.askUser((answer) => {
        if (used !== null) answer.searchParams.set("code", used);
        used = answer.searchParams.get("code");
        return answer;
      });
    await scene.connect(emitted.oauth({ grant: grant() }));
    const again = emitted.oauth({ grant: grant() });
    const error = await failure(scene, scene.connect(again));
    expect(error).toMatchObject({ code: "invalid_grant" });
    scene.said.expectNone(authorization.secrets());
  });

  it("with the user's no", async () => {
    const scene = await openScene(world);
    const { emitted, authorization } = world;
    authorization.decision = "deny";
    const auth = emitted.oauth({ grant: scene.askUser() });
    const error = await failure(scene, scene.connect(auth));
    expect(error).toMatchObject({ code: "access_denied" });
    expect(error.message).toContain("The user said no");
    // Who is asked again may decide otherwise.
    authorization.decision = "allow";
    const notes = await scene.connect(auth);
    expect(await notes.tools.listNotes({})).toEqual({ notes: [] });
    scene.said.expectNone(authorization.secrets());
  });
});

describe("the server says of itself", () => {
  it("that it is another one", async () => {
    const resource = new URL("/another", world.url).href;
    const scene = await openScene(world, { resource });
    const auth = world.emitted.oauth({ grant: scene.askUser() });
    const error = await failure(scene, scene.connect(auth));
    expect(error.message).toContain(resource);
    expect(scene.answers).toEqual([]);
  });

  it("that an issuer gives tokens that calls itself otherwise", async () => {
    const alias = world.authorization.issuer.replace("127.0.0.1", "localhost");
    const scene = await openScene(world, { authorizationServers: [alias] });
    const auth = world.emitted.oauth({ grant: scene.askUser() });
    const error = await failure(scene, scene.connect(auth));
    expect(error.message).toContain("issuer");
    expect(error.message).toContain(alias);
    expect(scene.answers).toEqual([]);
  });

  it("that an issuer gives tokens that is not there", async () => {
    const gone = "http://127.0.0.1:9";
    const scene = await openScene(world, { authorizationServers: [gone] });
    const auth = world.emitted.oauth({ grant: scene.askUser() });
    const error = await failure(scene, scene.connect(auth));
    expect(error.message).toContain(gone);
    expect(scene.answers).toEqual([]);
  });

  it("that it does not take the token that was got for it", async () => {
    const verify = () => undefined;
    const scene = await openScene(world, { verify });
    const { emitted, authorization } = world;
    const auth = emitted.oauth({ grant: scene.askUser() });
    const error = await failure(scene, scene.connect(auth));
    expect(error.message).toContain("refuses the token");
    expect(error).toMatchObject({ issuer: authorization.issuer });
    expect(scene.answers).toHaveLength(1);
    scene.said.expectNone(authorization.secrets());
  });
});
