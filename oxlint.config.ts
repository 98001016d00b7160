import { defineConfig, type OxlintConfig } from 'oxlint'

/**
 * Which folder may import what (docs/architecture.md, "Direction"). A restriction names import paths as they stand in the
 * source, so "another screen" depends on how deep a file lies; a later override of the same rule replaces an earlier one,
 * so every folder lists all of its restrictions. Each message has a fixture in tests/boundaries/fixtures that must fail.
 */
type Rules = NonNullable<OxlintConfig['rules']>
type Restriction = { message: string; allowTypeImports?: boolean; importNames?: string[] } & (
  | { group: string[] }
  | { regex: string }
)

const DEPTHS = ['../', '../../', '../../../', '../../../../', '../../../../../']

/** Import paths that climb out and reach one of the folders (or files) `names`, from any depth. */
function reaching(...names: string[]): string[] {
  return DEPTHS.flatMap((up) => names.flatMap((name) => [`${up}${name}`, `${up}${name}/**`]))
}

/** A restriction by paths (a list of patterns) or by regular expression; a negated path would also lift its neighbours. */
const forbid = (message: string, paths: string[] | RegExp, allowTypeImports = false): Restriction => ({
  ...(Array.isArray(paths) ? { group: paths } : { regex: paths.source }),
  message,
  ...(allowTypeImports && { allowTypeImports }),
})

const wholeDateFns = forbid(
  'The index of date-fns doubles what a start of the server takes: import the function’s own file.',
  /^date-fns$/,
)

/** Whatever appears soon behind a fallback of Suspense is held back for 300 ms. */
const suspense: Restriction = {
  ...forbid(
    'Code that is fetched when needed appears at once: onDemand of admin/ui, not React’s lazy and Suspense.',
    /^react$/,
  ),
  importNames: ['lazy', 'Suspense'],
}

const runsEverywhere = [
  wholeDateFns,
  forbid(
    'contract, rules and markdown know nobody but each other.',
    reaching('server', 'admin', 'site', 'extension', 'demo'),
  ),
  forbid('contract, rules and markdown run everywhere: nothing of Node and no React.', [
    'node:*',
    'react',
    'react-dom',
  ]),
]

const site = [
  wholeDateFns,
  forbid(
    'The site takes props: it imports contract, rules, markdown and styles alone.',
    reaching('server', 'admin', 'extension', 'demo'),
  ),
]

const demo = [
  wholeDateFns,
  forbid(
    'The demo blog fills a database: it imports the server and what the server imports.',
    reaching('admin', 'site', 'extension'),
  ),
]
const extension = [forbid('The extension stands alone: it speaks to the server by its addresses.', ['../**'])]

const browser = forbid('Browsers see the server only through the contract.', reaching('server', 'site', 'demo'))
/** The schemas and their library weigh 25 KiB that no screen has to load for a number. */
const wire = forbid(
  'Browsers take types from the contract, and its errors: what they count with stands in rules.',
  [...reaching('contract'), ...DEPTHS.map((up) => `!${up}contract/errors.ts`)],
  true,
)
const upwards = (message: string, ...names: string[]) => forbid(message, reaching(...names, 'router.tsx', 'main.tsx'))

const adminLib = [
  browser,
  wire,
  upwards(
    'admin/lib is pure: it imports nothing of the admin app.',
    'actions',
    'ui',
    'data',
    'writing',
    'parts',
    'shell',
    'screens',
  ),
]
const adminActions = [
  browser,
  wire,
  upwards(
    'admin/actions names what can be done; who does it imports it.',
    'ui',
    'data',
    'writing',
    'parts',
    'shell',
    'screens',
  ),
]
const adminUi = [
  suspense,
  browser,
  upwards(
    'admin/ui only draws: no nouns, no data, no screens.',
    'actions',
    'data',
    'writing',
    'parts',
    'shell',
    'screens',
    'contract',
  ),
]
const adminData = [
  browser,
  wire,
  upwards('admin/data never draws and knows no screens.', 'actions', 'ui', 'writing', 'parts', 'shell', 'screens'),
  forbid('admin/data never draws.', ['react-dom', 'react-dom/*', 'sonner', 'lucide-react', 'radix-ui']),
]
/** Below lie `lib` and `data`; `above` are the folders of the wing that are built on the file's own. */
const adminWriting = (...above: string[]) => [
  browser,
  wire,
  upwards('admin/writing knows no screen: they subscribe to it.', 'ui', 'parts', 'shell', 'screens'),
  forbid('admin/writing is free of React.', ['react', 'react-dom', 'react-dom/*', '@tanstack/*', 'lucide-react']),
  forbid('In admin/writing text ← surface ← local ← sync ← the open article.', [
    ...above.flatMap((folder) => [`../${folder}/**`, `../../${folder}/**`]),
    '**/open-article.ts',
    '**/opening.ts',
  ]),
]
/** What of the surface is built on a room of it. Those between them all – its setup, the surface itself – lie above every room. */
const SURFACE_STAIRS: Record<string, string[]> = {
  places: ['markdown', 'tables', 'pictures', 'uploads', 'paste', 'commands'],
  markdown: ['places', 'tables', 'pictures', 'uploads', 'paste', 'commands'],
  tables: ['places', 'markdown', 'pictures', 'uploads', 'paste', 'commands'],
  pictures: ['markdown', 'tables', 'uploads', 'paste', 'commands'],
  uploads: ['markdown', 'tables', 'paste', 'commands'],
  paste: ['markdown', 'commands'],
  commands: ['pictures', 'uploads', 'paste'],
}
const surfaceStair = (above: string[]) => [
  ...adminWriting('local', 'sync'),
  forbid(
    'In the surface places, markdown and tables know no other room; pictures, uploads, and paste or commands stand on those before.',
    new RegExp(`^\\.\\./((${above.join('|')})/|(setup|writing-surface)\\.ts$)`),
  ),
]
const adminParts = [
  suspense,
  browser,
  wire,
  upwards('admin/parts serve screens; they do not know them.', 'shell', 'screens'),
]
const adminShell = [
  suspense,
  browser,
  wire,
  upwards('admin/shell frames screens; only the router knows which.', 'screens'),
]
/** The preview draws the page readers get with the site's own component, and nothing else of the site. */
const previewBrowser = forbid('Browsers see the server only through the contract.', [
  ...reaching('server', 'site', 'demo'),
  '!../../../../../site/article-view.tsx',
  '!../../../../../site/content-page-view.tsx',
])
const adminScreens = (depth: number, seen = browser) => [
  suspense,
  seen,
  wire,
  forbid('Screens never import screens: what two need belongs to parts or ui.', new RegExp(`^(\\.\\./){${depth}}[^.]`)),
  forbid('The router knows the screens, never the other way round.', reaching('router.tsx', 'main.tsx')),
]

const serverAlone = forbid(
  'The server never imports the admin app, nor what fills a demo blog.',
  reaching('admin', 'extension', 'demo'),
)
const dialects = forbid('Databases are told apart in platform/db and in migrations alone.', [
  ...reaching('platform/db/dialect.ts'),
  './db/dialect.ts',
  '../db/dialect.ts',
])
const databases = forbid('Databases are reached through platform/db alone.', ['node:sqlite', 'pg'])
const outbound = forbid(
  'Outbound calls go through platform/fetch-remote.ts (RUL-36).',
  ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram', 'undici'],
  true,
)
const drawing = (depth: number) =>
  forbid('Only server/site renders pages.', [
    `${'../'.repeat(depth)}site/**`,
    ...reaching('dist'),
    'react',
    'react-dom',
    'react-dom/*',
  ])

const composition = forbid(
  'app.ts, main.ts and schedule.ts put modules together; modules do not know them.',
  reaching('app.ts', 'main.ts', 'schedule.ts'),
)

const platform = (depth: number) => [
  serverAlone,
  outbound,
  forbid(
    'platform knows no nouns: modules import it, not the other way round.',
    new RegExp(`^(\\.\\./){${depth}}[a-z-]+/`),
  ),
  forbid(
    'platform knows no tables but its own: tables.ts declares the others to its handle.',
    reaching('tables.ts', 'account-tables.ts'),
  ),
  composition,
]
const notTheirs = (depth: number) =>
  forbid(
    'A module may call another one’s service, never its queries, routes or jobs.',
    ['queries', 'routes', 'jobs', 'job'].map((suffix) => `${'../'.repeat(depth)}*/**/*.${suffix}.ts`),
    true,
  )
const serverModule = (depth: number) => [
  wholeDateFns,
  serverAlone,
  databases,
  dialects,
  outbound,
  drawing(depth + 1),
  notTheirs(depth),
  composition,
]
/** What lies below the nouns whose bytes it keeps: they offer it their sections of the bucket. */
const serverFiles = (depth: number) => [
  ...serverModule(depth),
  forbid(
    'server/files keeps the bytes of the nouns above it and knows none of them.',
    // Of the folders only platform begins with pl.
    new RegExp(`^(\\.\\./){${depth}}(p[^l]|[^p.])[\\w-]*/`),
  ),
]
/** A noun's readers have doors, `*.public.ts`; whatever else its folders hold is not for the site. */
const onlyDoors = (noun: 'articles' | 'pages', depth: number) =>
  forbid(
    `The *.public.ts files of ${noun} are the site’s sole doors to it.`,
    new RegExp(`^(\\.\\./){${depth}}${noun}/([a-z-]+/)*[a-z-]+(\\.(routes|service|queries|jobs|job))?\\.ts$`),
  )
const serverSite = (depth: number) => [
  wholeDateFns,
  serverAlone,
  databases,
  dialects,
  outbound,
  notTheirs(depth),
  composition,
  onlyDoors('articles', depth),
  onlyDoors('pages', depth),
]

/** The folders of auth, each with those that stand above or beside it. */
const AUTH_STAIRS: Record<string, string[]> = {
  protocol: ['account', 'sessions', 'one-time', 'factors', 'providers', 'mail'],
  account: ['sessions', 'one-time', 'factors', 'providers', 'mail'],
  sessions: ['one-time', 'factors', 'providers', 'mail'],
  'one-time': ['sessions', 'factors', 'providers', 'mail'],
  factors: ['one-time', 'providers', 'mail'],
  providers: ['mail'],
  mail: ['providers'],
}
const authStair = (above: string[]) => [
  ...serverModule(2),
  forbid(
    'In auth each folder stands on those before it alone: protocol, account, sessions and one-time, factors, providers and mail.',
    new RegExp(`^\\.\\./((${above.join('|')})/|[\\w.-]+\\.ts$)`),
  ),
]

/** The folders of articles, each with those that stand above or beside it. */
const ARTICLE_STAIRS: Record<string, string[]> = {
  addresses: ['finding', 'undos', 'writing', 'publication', 'preview-links'],
  finding: ['undos', 'writing', 'publication', 'preview-links'],
  undos: ['finding', 'writing', 'publication', 'preview-links'],
  writing: ['finding', 'publication', 'preview-links'],
  publication: ['finding', 'preview-links'],
}
const articleStair = (above: string[]) => [
  ...serverModule(2),
  forbid(
    'In articles each folder stands on those before it alone: addresses, undos, writing, publication; its verbs stand above all.',
    new RegExp(`^\\.\\./((${above.join('|')})/|(adoption|articles|bulk|removal)\\.service\\.ts$)`),
  ),
]

const imports = (patterns: Restriction[]): Rules => ({ 'no-restricted-imports': ['error', { patterns }] })
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
    { files: ['src/{contract,rules,markdown}/**'], rules: imports(runsEverywhere) },
    { files: ['src/site/**'], rules: imports(site) },
    { files: ['src/demo/**'], rules: imports(demo) },
    { files: ['src/extension/**'], rules: imports(extension) },
    { files: ['src/admin/lib/**'], rules: imports(adminLib) },
    { files: ['src/admin/actions/**'], rules: imports(adminActions) },
    { files: ['src/admin/ui/**'], rules: imports(adminUi) },
    { files: ['src/admin/data/**'], rules: imports(adminData) },
    { files: ['src/admin/writing/*'], rules: imports(adminWriting()) },
    { files: ['src/admin/writing/text/*'], rules: imports(adminWriting('surface', 'local', 'sync')) },
    { files: ['src/admin/writing/surface/**'], rules: imports(adminWriting('local', 'sync')) },
    ...Object.entries(SURFACE_STAIRS).map(([stair, above]) => ({
      files: [`src/admin/writing/surface/${stair}/*`],
      rules: imports(surfaceStair(above)),
    })),
    { files: ['src/admin/writing/local/*'], rules: imports(adminWriting('sync')) },
    { files: ['src/admin/writing/sync/*'], rules: imports(adminWriting()) },
    { files: ['src/admin/parts/**'], rules: imports(adminParts) },
    { files: ['src/admin/shell/**'], rules: imports(adminShell) },
    { files: ['src/admin/screens/*/*'], rules: imports(adminScreens(1)) },
    { files: ['src/admin/screens/*/*/*'], rules: imports(adminScreens(2)) },
    { files: ['src/admin/screens/*/*/*/*'], rules: imports(adminScreens(3)) },
    {
      files: ['src/admin/screens/articles/editor/preview/article-preview.tsx'],
      rules: imports(adminScreens(3, previewBrowser)),
    },
    {
      files: ['src/admin/{ui,writing,parts,shell,screens,lib}/**'],
      rules: noCalls('Server state lives in admin/data.'),
    },
    { files: ['src/server/*/**'], rules: imports(serverModule(1)) },
    {
      // Programs of their own, as `main.ts` is one.
      files: ['src/server/commands/*'],
      rules: imports(serverModule(1).filter((restriction) => restriction !== composition)),
    },
    { files: ['src/server/*/*/**'], rules: imports(serverModule(2)) },
    {
      files: ['src/server/migrations/**'],
      rules: imports(serverModule(1).filter((restriction) => restriction !== dialects)),
    },
    { files: ['src/server/files/*'], rules: imports(serverFiles(1)) },
    { files: ['src/server/files/*/*'], rules: imports(serverFiles(2)) },
    ...Object.entries(AUTH_STAIRS).map(([stair, above]) => ({
      files: [`src/server/auth/${stair}/*`],
      rules: imports(authStair(above)),
    })),
    ...Object.entries(ARTICLE_STAIRS).map(([stair, above]) => ({
      files: [`src/server/articles/${stair}/*`],
      rules: imports(articleStair(above)),
    })),
    { files: ['src/server/site/*'], rules: imports(serverSite(1)) },
    { files: ['src/server/site/*/*'], rules: imports(serverSite(2)) },
    { files: ['src/server/platform/*'], rules: imports([...platform(1), databases, dialects]) },
    { files: ['src/server/platform/*/*'], rules: imports([...platform(2), databases, dialects]) },
    { files: ['src/server/platform/db/*'], rules: imports(platform(2)) },
    { files: ['src/server/**'], rules: noCalls('Outbound calls go through platform/fetch-remote.ts (RUL-36).') },
    {
      // The one door outwards (RUL-36).
      files: ['src/server/platform/fetch-remote.ts'],
      rules: { ...imports([serverAlone]), 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
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
