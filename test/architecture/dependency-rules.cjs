/** Who may import whom: arrows point down only (CONTRIBUTING.md). Each layer may read those after it in this list, and none before it. */
const LAYERS = [
  '^bin/',
  '^lib/',
  '^functions/',
  '^shared/operation/',
  '^shared/stamping/',
  '^shared/(providers|store)/',
  '^shared/runtime/',
  '^shared/domain/',
];

const upwards = LAYERS.slice(1).map((layer, index) => ({
  name: `${layer.slice(1)} reads nothing above it`,
  severity: 'error',
  from: { path: layer },
  to: { path: LAYERS.slice(0, index + 1) },
}));

const PRODUCT = '^(bin|lib|functions|shared)/';

module.exports = {
  forbidden: [
    ...upwards,
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import is there', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'the product reads neither the local cloud nor scripts nor tests',
      severity: 'error',
      from: { path: PRODUCT },
      to: { path: '^(local|scripts|test|bench)/' },
    },
    {
      name: 'scripts do not read the local cloud',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^local/' },
    },
    {
      name: 'only bin and lib know the CDK',
      severity: 'error',
      from: { path: '^(functions|shared|local|scripts)/' },
      to: { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag)/' },
    },
    {
      name: 'only store and providers know an AWS SDK',
      severity: 'error',
      from: { path: PRODUCT, pathNot: ['^shared/(store|providers)/', '^lib/bundling/substitutes/'] },
      to: { path: 'node_modules/(@aws-sdk|@smithy)/' },
    },
    {
      name: 'the store does not know the providers, nor they the store',
      severity: 'error',
      from: { path: '^shared/(store|providers)/' },
      to: { path: '^shared/(store|providers)/', pathNot: '^shared/$1/' },
    },
    {
      name: 'how the table is read and written knows no record',
      severity: 'error',
      from: { path: '^shared/store/table/' },
      to: { path: '^shared/store/', pathNot: '^shared/store/table/' },
    },
    {
      name: 'the domain is pure: valibot and itself',
      severity: 'error',
      from: { path: '^shared/domain/' },
      to: { pathNot: ['^shared/domain/', 'node_modules/(valibot|@date-fns/tz)/'] },
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
