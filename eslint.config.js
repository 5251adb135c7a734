import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** No default export and no `export *`: a name is written the same way everywhere and has one home. */
const namedExportsOnly = [
  {
    selector: "ExportDefaultDeclaration",
    message: "Export by name.",
  },
  {
    selector: "ExportSpecifier[exported.name='default']",
    message: "Export by name.",
  },
  {
    selector: "ExportAllDeclaration",
    message: "List what is exported.",
  },
];

/** What only the command line may touch: the process as a whole. */
const ownProcess = ["argv", "exit", "exitCode"].map((property) => ({
  object: "process",
  property,
  message:
    "Only src/cli and src/runtime/node-main.ts act for the whole process.",
}));

/** The coarse layers. test/architecture.test.ts checks the fine ones. */
const restrictImports = (...patterns) => [
  "error",
  {
    patterns: patterns.map(([regex, message, more]) => ({
      regex,
      message,
      ...more,
    })),
  },
];

const overruled = {
  // Numbers and booleans print as everybody expects.
  "@typescript-eslint/restrict-template-expressions": [
    "error",
    { allowNumber: true, allowBoolean: true },
  ],
  "@typescript-eslint/no-confusing-void-expression": [
    "error",
    {
      ignoreArrowShorthand: true,
      ignoreVoidOperator: true,
      ignoreVoidReturningFunctions: true,
    },
  ],
  "@typescript-eslint/no-unused-vars": [
    "error",
    {
      argsIgnorePattern: "^_",
      varsIgnorePattern: "^_",
      ignoreRestSiblings: true,
    },
  ],
  // `void (0 as Type)` and the like keep a proof in the types alive.
  "@typescript-eslint/no-meaningless-void-operator": "off",
  // `[...text]` gives code points, which is what is wanted.
  "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
  // A parameter that may be `void` is one that a call may leave out.
  "@typescript-eslint/no-invalid-void-type": "off",
  // Slow, and nothing here for them to find: no enum, and no `any` to make an instance unsafe.
  "@typescript-eslint/no-unsafe-enum-assignment": "off",
  "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
  // An async function that awaits nothing still promises one type to its callers.
  "@typescript-eslint/require-await": "off",
  // `const T extends …` and `<T>(value) => …` state the caller's type on purpose.
  "@typescript-eslint/no-unnecessary-type-parameters": "off",
};

export default defineConfig(
  globalIgnores([
    "dist/**",
    "out/**",
    "coverage/**",
    ".tmp/**",
    ".conformance/**",
    "test/cases/**",
    // Projects of their own, whose sources a build has to complete first.
    "examples/**",
    "**/node_modules/**",
  ]),
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...overruled,
      "@typescript-eslint/no-explicit-any": "error",
      // `typeof import("x")` is the type of what is loaded when it is needed.
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/no-floating-promises": "error",
      "no-restricted-syntax": ["error", ...namedExportsOnly],
      eqeqeq: "error",
      "no-eval": "error",
      "no-new-func": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "max-lines": [
        "error",
        { max: 300, skipBlankLines: false, skipComments: false },
      ],
      "max-lines-per-function": ["error", { max: 60 }],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/cli/**", "src/runtime/node-main.ts"],
    rules: {
      "no-console": "error",
      "no-restricted-properties": ["error", ...ownProcess],
    },
  },
  {
    files: ["src/runtime/**/*.ts"],
    rules: {
      // What the host does not take ends on stderr; stdout belongs to the protocol.
      "no-console": ["error", { allow: ["error"] }],
      "@typescript-eslint/no-restricted-imports": restrictImports(
        ["^(?!\\.{1,2}/|node:)", "The runtime imports only itself and node:."],
        [
          "^(\\.\\./)+(generator|cli)/",
          "The runtime knows nothing of the generator.",
        ],
      ),
    },
  },
  {
    // It asks for symbols that the compiler takes for granted and older engines lack.
    files: ["src/runtime/dispose.ts"],
    rules: {
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
    },
  },
  {
    files: ["src/generator/**/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": restrictImports(
        [
          "^(\\.\\./)+cli/",
          "The generator is a library: the CLI stands on it.",
        ],
        [
          "^(\\.\\./)+runtime/(?!(validate|format-\\w+)\\.js$)",
          "The runtime is emitted, not run, by the generator; validate.js and the checks of formats are pure and shared.",
          { allowTypeImports: true },
        ],
      ),
    },
  },
  {
    // What asks a live server, or is one, does so by the runtime's own client and server.
    files: ["src/generator/pull/**/*.ts", "src/generator/mock/**/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": restrictImports([
        "^(\\.\\./)+cli/",
        "The generator is a library: the CLI stands on it.",
      ]),
    },
  },
  {
    // Tests look at values that nobody promised them a type for, and stop at the first surprise.
    files: ["test/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-empty-function": "off",
    },
  },
  {
    // Tools look for a default export here.
    files: ["*.config.ts", "*.config.js"],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    // The user's side: their handlers, their projects.
    files: ["handlers/**/*.ts", "examples/**/*.ts", "test/conformance/**/*.ts"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      parserOptions: { projectService: false, project: false },
    },
    rules: {
      "@typescript-eslint/no-unused-vars":
        overruled["@typescript-eslint/no-unused-vars"],
    },
  },
);
