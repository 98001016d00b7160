import { defineConfig, type OxlintConfig } from 'oxlint'

// Rules of the language. `architecture.json` says what may import what.

type Rules = NonNullable<OxlintConfig['rules']>

/** React holds back what appears soon behind a fallback of Suspense for 300 ms. */
const suspense: Rules = {
  'no-restricted-imports': [
    'error',
    {
      paths: [
        {
          name: 'react',
          importNames: ['lazy', 'Suspense'],
          message:
            'Code that is fetched when needed appears at once: onDemand of admin/ui, not React’s lazy and Suspense.',
        },
      ],
    },
  ],
}

const CALLS = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']
const noCalls = (message: string): Rules => ({
  'no-restricted-globals': ['error', ...CALLS.map((name) => ({ name, message }))],
  'no-restricted-properties': [
    'error',
    ...['globalThis', 'window'].flatMap((object) => CALLS.map((property) => ({ object, property, message }))),
  ],
})

export default defineConfig({
  jsPlugins: ['./tests/boundaries/exact-words.ts'],
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'react', 'jsx-a11y', 'vitest', 'promise'],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  ignorePatterns: ['tests/boundaries/fixtures/**', 'dist/**'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'node/no-process-env': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    // Too often wrong here: spreading text by code points is meant, errors are printed as they come.
    'typescript/no-misused-spread': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'unicorn/no-invalid-fetch-options': 'off',
    // A copy is what a list that changes while it is walked needs.
    'unicorn/no-useless-spread': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  overrides: [
    { files: ['src/admin/**'], rules: suspense },
    {
      files: ['src/admin/{ui,writing,parts,shell,screens,lib}/**'],
      rules: noCalls('Server state lives in admin/data.'),
    },
    { files: ['src/server/**'], rules: noCalls('Outbound calls go through platform/fetch-remote.ts (RUL-36).') },
    {
      // The one door outwards (RUL-36).
      files: ['src/server/platform/fetch-remote.ts'],
      rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
    },
    {
      // Tests speak to the product as its clients do.
      files: ['**/*.test.{ts,tsx}', 'tests/**', 'bench/**', 'scripts/**', '*.config.ts'],
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'node/no-process-env': 'off',
      },
    },
    // What an answer of the API holds is what the test is about to find out.
    {
      files: ['tests/**', '**/*.test.ts'],
      rules: { 'typescript/no-explicit-any': 'off', 'react/rules-of-hooks': 'off' },
    },
    { files: ['tests/{e2e,support,torture}/**'], rules: { 'words/exact': 'error' } },
    { files: ['tests/support/words.ts'], rules: { 'words/exact': 'off' } },
    // Plain JavaScript, where no compiler looks for undefined names.
    { files: ['scripts/*.mjs'], env: { node: true, builtin: true }, rules: { 'no-undef': 'error' } },
    { files: ['src/server/config.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      files: ['*.config.ts', 'tests/support/browser-setup.ts', 'tests/boundaries/exact-words.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
