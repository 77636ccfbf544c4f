// Who may import whom. The numbers are those of the import rules in CONTRIBUTING.md; a test in
// checks/code/import-rules.test.ts plants a violation of each rule below and sees it caught.

const TESTS = String.raw`\.test\.tsx?$|\.d\.ts$|/testing/|\.config\.ts$`
const SERVER = '^apps/server/src'
const EXCHANGES = `${SERVER}/adapters/exchanges`
const ENTRY_POINTS = String.raw`${SERVER}/(main\.ts|engine\.worker\.ts|vault\.process\.ts|archive\.process\.ts|commands/[^/]+\.ts)$`
/** What the entry points are made of: they may join adapters too, and nobody else comes in. */
const PROCESS = String.raw`${SERVER}/process/[^/]+\.ts$`
const DOMAIN = String.raw`^packages/domain/src/index\.ts$`
const CONTRACT = String.raw`^packages/contract/src/index\.ts$`
const OURS = '^(apps|packages)/'
const TRANSLATORS = `${EXCHANGES}/[^/]+/(futures-)?(wire|map|sequence)[.]ts$`

/** Layer walls bind what ships; tests may also use test tools and `node:`. */
const shipped = (path) => ({ path, pathNot: TESTS })

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Rooms of a folder along the path of its data: each imports those before it; what joins them lies beside them. */
const rooms = (name, folder, order) =>
  order.map((room, at) =>
    rule(`14-${name}-${room}`, `${room} imports only the rooms before it`, shipped(`${folder}/${room}/`), {
      path: `${folder}/`,
      pathNot: order.slice(0, at + 1).map((before) => `${folder}/${before}/`),
    }),
  )

module.exports = {
  forbidden: [
    rule('1-domain-alone', 'domain imports nothing but itself', shipped('^packages/domain/'), {
      pathNot: '^packages/domain/',
    }),
    rule('2-contract-pure', 'contract imports zod, domain and itself', shipped('^packages/contract/'), {
      pathNot: [DOMAIN, '^packages/contract/|(^|/)node_modules/zod/'],
    }),
    rule('3-app-pure', 'use cases import domain and their own ports', shipped(`${SERVER}/app/`), {
      pathNot: [DOMAIN, `${SERVER}/app/`],
    }),
    rule('4-adapters-below', 'adapters import domain and app/ports only', shipped(`${SERVER}/adapters/`), {
      path: OURS,
      pathNot: [DOMAIN, `${SERVER}/app/ports/`, `${SERVER}/adapters/`],
    }),
    rule('5-exchange-alone', 'one exchange never imports another', shipped(`${EXCHANGES}/([^/_][^/]*)/`), {
      path: `${EXCHANGES}/`,
      pathNot: [`${EXCHANGES}/$1/`, `${EXCHANGES}/_shared/`],
    }),
    rule('5-shared-knows-no-exchange', '_shared never imports an exchange', shipped(`${EXCHANGES}/_shared/`), {
      path: `${EXCHANGES}/`,
      pathNot: `${EXCHANGES}/_shared/`,
    }),
    rule(
      '6-translating-is-not-talking',
      'wire, map and sequence import no node:, package or feed',
      shipped(TRANSLATORS),
      {
        pathNot: OURS,
      },
    ),
    rule('6-no-way-to-a-feed', 'wire, map and sequence reach no feed.ts, socket or node:', shipped(TRANSLATORS), {
      path: String.raw`^(?!apps/|packages/)|/feed\.ts$`,
      reachable: true,
    }),
    rule('7-http-over-app', 'http imports app, contract and domain', shipped(`${SERVER}/http/`), {
      path: OURS,
      pathNot: [DOMAIN, CONTRACT, `${SERVER}/(app|http)/`],
    }),
    rule(
      '8-entry-points-join',
      'only entry points, and the room that they are made of, import adapters and config',
      { path: OURS, pathNot: [TESTS, ENTRY_POINTS, PROCESS, `${SERVER}/adapters/`] },
      { path: String.raw`${SERVER}/(adapters/|config/config\.ts$)` },
    ),
    rule(
      '8-process-for-entry-points',
      'only entry points import what they are made of',
      { path: OURS, pathNot: [TESTS, ENTRY_POINTS, PROCESS] },
      { path: `${SERVER}/process/` },
    ),
    rule('8-entry-points-are-ends', 'nothing imports an entry point', shipped(OURS), { path: ENTRY_POINTS }),
    rule('9-web-off-server', 'web imports contract and domain, never server', shipped('^apps/web/'), {
      path: OURS,
      pathNot: [DOMAIN, CONTRACT, '^apps/web/'],
    }),
    rule('9-web-in-a-browser', 'web imports no node:', shipped('^apps/web/src/'), { dependencyTypes: ['core'] }),
    rule('9-server-off-web', 'server never imports web', { path: '^(apps/server|packages)/' }, { path: '^apps/web/' }),
    rule('10-feature-alone', 'a feature never imports another', shipped('^apps/web/src/features/([^/]+)/'), {
      path: '^apps/web/src/(features|app)/',
      pathNot: '^apps/web/src/features/$1/',
    }),
    rule(
      '10-shared-below',
      'web/shared and web/text import no feature and no app',
      shipped('^apps/web/src/(shared|text)/'),
      {
        path: '^apps/web/src/(features|app)/',
      },
    ),
    rule(
      '10-app-joins',
      'only web/app imports features',
      { path: '^apps/web/', pathNot: [TESTS, '^apps/web/src/(app|features)/'] },
      { path: '^apps/web/src/features/' },
    ),
    rule(
      '11-through-the-door',
      'domain is entered through its index.ts',
      { pathNot: '^packages/domain/' },
      { path: '^packages/domain/', pathNot: DOMAIN },
    ),
    rule(
      '11-through-the-contract-door',
      'contract is entered through its index.ts',
      { pathNot: '^packages/contract/' },
      { path: '^packages/contract/', pathNot: CONTRACT },
    ),
    rule('11-no-cycles', 'no import cycles', {}, { circular: true }),
    rule(
      '11-no-tests-in-production',
      'production never imports tests',
      { path: OURS, pathNot: TESTS },
      {
        path: String.raw`\.test\.tsx?$|/testing/|^(e2e|bench|checks|scripts)/`,
      },
    ),
    rule('12-listed-packages', 'a package that its own package.json does not list', shipped(OURS), {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
    }),
    rule(
      '12-resolvable',
      'an import that cannot be resolved slips past every other rule',
      {},
      { couldNotResolve: true },
    ),
    ...rooms('market', `${SERVER}/app/market`, [
      'legs',
      'opportunity',
      'route',
      'lifetimes',
      'detect',
      'engine',
      'publish',
    ]),
    ...rooms('feeds', `${EXCHANGES}/_shared`, ['parse', 'talk', 'socket', 'rest', 'feed']),
    ...rooms('contract', '^packages/contract/src', ['calls', 'site', 'market', 'users', 'support']),
    rule(
      'vault-alone',
      'secrets are opened in the vault process only',
      { path: OURS, pathNot: [TESTS, String.raw`${SERVER}/(adapters/vault/inside/|vault\.process\.ts$)`] },
      { path: `${SERVER}/adapters/vault/inside/`, pathNot: String.raw`${SERVER}/adapters/vault/inside/reseal\.ts$` },
    ),
    rule('simulator-alone', 'the simulator imports domain, ws and node: only', shipped(`${SERVER}/simulator/`), {
      pathNot: [DOMAIN, `${SERVER}/simulator/`, '(^|/)node_modules/(@types/)?ws/'],
      dependencyTypesNot: ['core'],
    }),
    rule('adapters-off-simulator', 'one misreading must not prove itself', shipped(`${SERVER}/adapters/`), {
      path: `${SERVER}/simulator/`,
    }),
  ],
  options: {
    // Type-only imports count too: a layer that names another's types depends on it.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`^apps/web/dist/|\.css$|\.svg$|/fixtures/` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
