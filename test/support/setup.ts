import { beginFile } from './per-file';

/** Runs before every test file. It hides the SDK's warning about Node 20, which would bury the output of the tests. */
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
process.env.AWS_REGION ??= 'us-east-1';
process.env.AWS_ACCESS_KEY_ID ??= 'test';
process.env.AWS_SECRET_ACCESS_KEY ??= 'test';

beginFile();
