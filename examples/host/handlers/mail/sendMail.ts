import type { Handler } from "../../out/mail/server.js";

export const sendMail: Handler<"send_mail"> = async ({ to, subject }) =>
  `Sent "${subject}" to ${to}`;
