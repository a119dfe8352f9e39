// Who may import whom. Every rule is an error; checks/architecture.test.ts plants a violation of each and sees it found.
const server = '^packages/server/src/'
const web = '^packages/web/src/'
const tests = '\\.(test|e2e)\\.tsx?$|/testing/'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan-target', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: tests },
      to: { pathNot: '^packages/contract/src/|(^|/)node_modules/zod/' },
    },
    {
      name: 'sts-knows-nothing',
      severity: 'error',
      from: { path: '^packages/sts/src/', pathNot: tests },
      to: { pathNot: '^packages/sts/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'simulator-knows-sts-and-zod',
      severity: 'error',
      from: { path: '^packages/simulator/src/', pathNot: tests },
      to: { path: '^packages/(?!simulator/|sts/)' },
    },
    {
      name: 'server-cannot-mint-tokens',
      comment: 'The server knows neither the codec nor the simulator; only its tests talk to the simulator.',
      severity: 'error',
      from: { path: server, pathNot: tests },
      to: { path: '^packages/(sts|simulator|web)/' },
    },
    {
      name: 'web-knows-only-the-contract',
      severity: 'error',
      from: { path: web },
      to: { path: '^packages/(?!web/|contract/)' },
    },
    {
      name: 'front-doors-only',
      comment: 'Another package is reached through its exports, never through its folders.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'product-knows-no-tool',
      comment: 'Drills, benchmarks and checks use the product, never the other way round.',
      severity: 'error',
      from: { path: '^(packages|launch)/', pathNot: tests },
      to: { path: '^(drills|bench|checks|e2e)/' },
    },
    {
      name: 'tools-know-no-test',
      severity: 'error',
      from: { path: '^(drills|bench)/', pathNot: tests },
      to: { path: '^(checks|e2e)/|\\.(test|e2e)\\.tsx?$' },
    },
    {
      name: 'rooms-know-no-feature',
      comment: 'What several features need knows none of them.',
      severity: 'error',
      from: { path: `${server}(identity|mail|secrets|runtime|backups|lists|live|notices)/`, pathNot: tests },
      to: { path: `${server}(features|http)/` },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      from: { path: server, pathNot: `^packages/server/src/http/|^packages/server/src/app\\.ts$|${tests}` },
      to: { path: '(^|/)node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'only-db-knows-pg',
      severity: 'error',
      from: { path: server, pathNot: `^packages/server/src/db/|${tests}` },
      to: { path: '(^|/)node_modules/pg/' },
    },
    {
      name: 'db-knows-no-feature',
      severity: 'error',
      from: { path: `${server}db/`, pathNot: tests },
      to: { path: `${server}(features|gateways|http|ledger)/` },
    },
    {
      name: 'ledger-knows-no-feature',
      severity: 'error',
      from: { path: `${server}ledger/`, pathNot: tests },
      to: { path: `${server}(features|gateways|http|sales)/` },
    },
    {
      name: 'gateways-know-neither-db-nor-feature',
      severity: 'error',
      from: { path: `${server}gateways/`, pathNot: tests },
      to: { path: `${server}(db|features|http|ledger)/` },
    },
    {
      name: 'sales-know-no-feature',
      comment: 'One mechanism sells every product; of gateways it knows only what an outcome is.',
      severity: 'error',
      from: { path: `${server}sales/`, pathNot: tests },
      to: { path: `${server}(features|http|gateways/(?!outcome))` },
    },
    {
      name: 'features-stand-alone',
      severity: 'error',
      from: { path: `${server}features/([^/.]+)`, pathNot: tests },
      to: { path: `${server}features/`, pathNot: `${server}features/$1` },
    },
    {
      name: 'http-knows-no-feature',
      severity: 'error',
      from: { path: `${server}http/`, pathNot: tests },
      to: { path: `${server}(features|ledger|gateways)/` },
    },
    {
      name: 'ui-knows-nothing-of-ours',
      severity: 'error',
      comment: 'Its links belong to the router, which has no page of ours either.',
      from: { path: `${web}ui/` },
      to: { path: '^packages/', pathNot: `${web}(ui|router)/` },
    },
    {
      name: 'router-knows-no-page',
      severity: 'error',
      from: { path: `${web}router/`, pathNot: tests },
      to: { path: '^packages/', pathNot: `${web}router/` },
    },
    {
      name: 'lib-is-pure',
      severity: 'error',
      from: { path: `${web}lib/`, pathNot: tests },
      to: { path: web, pathNot: `${web}lib/` },
    },
    {
      name: 'api-knows-no-ui',
      severity: 'error',
      from: { path: `${web}api/`, pathNot: tests },
      to: { path: web, pathNot: `${web}(api|lib)/|${web}paths\\.ts$` },
    },
    {
      name: 'lists-and-forms-know-no-screen',
      severity: 'error',
      from: { path: `${web}(list|form)/`, pathNot: tests },
      to: { path: web, pathNot: `${web}(list|form|ui|router|api|lib)/|${web}paths\\.ts$` },
    },
    {
      name: 'layout-knows-no-screen',
      comment: 'The palette is a part of every layout, loaded at the first press.',
      severity: 'error',
      from: { path: `${web}layout/`, pathNot: tests },
      to: { path: `${web}[^/]+/`, pathNot: `${web}(layout|palette|list|form|ui|router|api|lib)/` },
    },
    {
      name: 'screens-stand-alone',
      comment:
        'What all may read of a screen: the list of products, an account, a history, a float, a printer.',
      severity: 'error',
      from: { path: `${web}(?!ui/|router/|list/|form/|layout/|lib/|api/)([^/]+)/`, pathNot: tests },
      to: {
        path: `${web}[^/]+/`,
        pathNot: `${web}((ui|router|list|form|layout|lib|api|account|history|floats|printer|$1)/|sale/products\\.ts$)`,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.css', '.json'],
    },
  },
}
