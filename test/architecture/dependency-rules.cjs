/** The features of `shared/`, in the order in which they may import each other: a feature imports those before it and none after it. */
const FEATURES = [
  'canary',
  'audit',
  'events',
  'alerts',
  'mail',
  'teams',
  'webhook-endpoints',
  'clients',
  'routes',
  'expiry',
  'fleet',
  'road-policy',
  'hours',
  'invoices',
  'carta-porte',
  'trips',
  'payments',
  'receipts',
  'reports',
  'boxes',
  'files',
  'stamping',
  'deletion',
  'identity',
  'privacy',
  'operation',
  // A row of an import is checked as the body of its operation.
  'imports',
];

/** Each layer may import those after it in this list, and none before it. */
const LAYERS = [
  '^bin/',
  '^lib/',
  '^functions/',
  ...FEATURES.toReversed().map((one) => `^shared/${one}/`),
  '^shared/platform/',
];

const upwards = LAYERS.slice(1).map((layer, index) => ({
  name: `${layer.slice(1)} imports nothing above it`,
  severity: 'error',
  from: { path: layer },
  to: { path: LAYERS.slice(0, index + 1) },
}));

const PRODUCT = '^(bin|lib|functions|shared)/';

/**
 * Files that may import an AWS SDK: the adapters of the platform and of features, and code that the templates hold as text, which can import
 * nothing of ours.
 */
const ADAPTERS = [
  '^shared/platform/(table|storage|secrets|invoke|queue)/',
  '^shared/identity/cognito/',
  '^shared/(mail|files)/',
  '^lib/inline/',
];

module.exports = {
  forbidden: [
    ...upwards,
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import exists', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every folder of shared/ is a declared feature',
      severity: 'error',
      from: { path: '^shared/', pathNot: `^shared/(platform|${FEATURES.join('|')})/` },
      to: {},
    },
    {
      name: 'the product imports neither the local cloud nor scripts nor tests',
      severity: 'error',
      from: { path: PRODUCT },
      to: { path: '^(local|scripts|scenarios|test|bench)/' },
    },
    {
      name: 'the reference is apart from the product',
      severity: 'error',
      from: { path: '^reference/' },
      to: { path: '^(bin|lib|functions|shared|local|scripts|scenarios|test|bench)/' },
    },
    {
      name: 'scripts do not import the local cloud',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^local/' },
    },
    {
      name: 'steps speak to the API alone, by the client',
      severity: 'error',
      from: { path: '^scenarios/steps/' },
      to: { pathNot: '^(scenarios/steps|client)/' },
    },
    {
      name: 'attackers know the service by HTTP alone',
      severity: 'error',
      from: { path: '^test/attacks/' },
      to: { path: '^(bin|lib|functions|shared|local|client|scenarios|scripts|test)/', pathNot: '^test/attacks/' },
    },
    {
      name: 'the local cloud knows no scenario',
      severity: 'error',
      from: { path: '^local/' },
      to: { path: '^scenarios/' },
    },
    {
      name: 'only bin and lib know the CDK',
      severity: 'error',
      from: { path: '^(functions|shared|local|scripts|scenarios)/' },
      to: { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag)/' },
    },
    {
      name: 'only adapters know an AWS SDK',
      severity: 'error',
      from: { path: PRODUCT, pathNot: [...ADAPTERS, '^lib/bundling/substitutes/'] },
      to: { path: 'node_modules/(@aws-sdk|@smithy)/' },
    },
    {
      name: 'the table knows no feature',
      severity: 'error',
      from: { path: '^shared/platform/table/' },
      to: { path: '^shared/', pathNot: '^shared/platform/' },
    },
    {
      name: 'what is deployed needs no development package',
      severity: 'error',
      from: { path: '^(functions|shared)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
