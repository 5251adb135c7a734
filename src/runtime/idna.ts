/** What letters a label of a host name may have, and in what order (RFC 5892, RFC 5893). */

/** Whether the text is a U-label (RFC 5891, section 4.2), but for the bounds on its length and the Bidi rule. */
export function isInternational(label: string): boolean {
  const chars = [...label];
  return (
    /[^\x00-\x7f]/.test(label) &&
    chars.length < 60 &&
    label.normalize("NFC") === label &&
    !/^(?:-|..--|\p{M})|-$/u.test(label) &&
    chars.every((char, at) => {
      const rule = contexts[char];
      if (rule === undefined) return allowed.test(char);
      const before = chars.slice(0, at).join("");
      return rule(before, chars.slice(at + 1).join(""), label);
    })
  );
}

/** PVALID (RFC 5892, section 3): the exceptions, then letters, digits and marks that no mapping changes. */
const allowed =
  /^(?:[ß\u03c2\u06fd\u06fe\u0f0b\u3007]|(?!\p{CWKCF}|[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u20d0-\u20ff\u{1d100}-\u{1d24f}])[-\p{L}\p{Nd}\p{Mn}\p{Mc}])$/u;

type Rule = (before: string, after: string, label: string) => boolean;

const afterHebrew: Rule = (before) => /\p{Script=Hebrew}$/u.test(before);
const afterVirama: Rule = (before) => {
  const last = [...before].at(-1);
  return last !== undefined && isVirama(last);
};

/** CONTEXTJ and CONTEXTO (RFC 5892, appendix A): letters that stand beside certain others alone. */
const contexts: { readonly [char: string]: Rule } = {
  "\u200c": (before, after, label) =>
    afterVirama(before, after, label) ||
    (joinsNext.test(before) && joinsPrevious.test(after)),
  "\u200d": afterVirama,
  "·": (before, after) => before.endsWith("l") && after.startsWith("l"),
  "\u0375": (_, after) => /^\p{Script=Greek}/u.test(after),
  "\u05f3": afterHebrew,
  "\u05f4": afterHebrew,
  "\u30fb": (_before, _after, label) =>
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label),
};

/** Joining_Type L or D, then any T. */
const joinsNext =
  /[\u0620\u0626\u0628\u062a-\u062e\u0633-\u0647\u0649\u064a\u066e\u066f\u0679-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714\u071a-\u071d\u071f-\u0727\u0729\u072b\u072d\u072e\u074e-\u0758\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777\u077a-\u077f\u07ca-\u07ea\u0841-\u0845\u0848\u084a-\u0853\u0855\u0860\u0862-\u0865\u0868\u0886\u0889-\u088d\u088f\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8\u08ba-\u08c8\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua872\u{10ac0}-\u{10ac4}\u{10acd}\u{10ad3}-\u{10adc}\u{10ade}-\u{10ae0}\u{10b80}\u{10b82}\u{10b86}-\u{10b88}\u{10b8a}\u{10b8b}\u{10b8d}\u{10b90}\u{10d00}-\u{10d21}\u{10d23}\u{10ec3}\u{10ec4}\u{10ec6}\u{10ec7}\u{10f30}-\u{10f32}\u{10f34}-\u{10f44}\u{10f70}-\u{10f73}\u{10f76}-\u{10f81}\u{10fb0}\u{10fb2}\u{10fb3}\u{10fb8}\u{10fbb}\u{10fbc}\u{10fbe}\u{10fbf}\u{10fc1}\u{10fc4}\u{1e922}-\u{1e943}][\p{Mn}\u{1e94b}]*$/u;
/** Any T, then Joining_Type R or D. */
const joinsPrevious =
  /^[\p{Mn}\u{1e94b}]*[\u0620\u0622-\u064a\u066e\u066f\u0671-\u0673\u0679-\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff-\u0710\u0712-\u072f\u074d-\u077f\u07ca-\u07ea\u0840-\u0858\u0860\u0862-\u0865\u0867-\u0882\u0886\u0889-\u088f\u08a0-\u08ac\u08ae-\u08c8\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua871\u{10ac0}-\u{10ac5}\u{10ac7}-\u{10aca}\u{10ace}-\u{10ad6}\u{10ad8}-\u{10ae1}\u{10ae4}\u{10b80}-\u{10b91}\u{10d01}-\u{10d23}\u{10ec2}-\u{10ec4}\u{10ec6}\u{10ec7}\u{10f30}-\u{10f44}\u{10f70}-\u{10f81}\u{10fb0}\u{10fb2}-\u{10fb6}\u{10fb8}-\u{10fbf}\u{10fc1}-\u{10fc4}\u{1e922}-\u{1e943}]/u;

/** Canonical_Combining_Class 9, which shows in how a mark is sorted beside one of class 8 and one of class 10. */
function isVirama(char: string): boolean {
  return (
    `${char}\u3099`.normalize("NFD") === `\u3099${char}` &&
    `\u05b0${char}`.normalize("NFD") === `${char}\u05b0`
  );
}

/** The Bidi rule (RFC 5893, section 2), which holds for every label of a name that has one written from right to left. */
export function fitsBidi(labels: readonly string[]): boolean {
  const classes = labels.map((label) => [...label].map(bidiClass).join(""));
  if (!classes.some((text) => /[RA]/.test(text))) return true;
  return classes.every(
    (text) =>
      /^(?:L[LEON]*|R(?:[RAON]*|[REON]*))$/.test(text) &&
      /[LREA]N*$/.test(text),
  );
}

/** R also for AL, E for EN, A for AN, N for NSM, O for all that may stand anywhere, L else. */
function bidiClass(char: string): string {
  const found = bidiClasses.find(([, members]) => members.test(char));
  return found?.[0] ?? "L";
}

const bidiClasses = [
  ["N", /(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn}/u],
  ["E", /[\d\u06f0-\u06f9]/],
  ["A", /[\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}]/u],
  [
    "R",
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
  ],
  [
    "O",
    /[-·\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u200c\u200d\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788]/,
  ],
] as const;
