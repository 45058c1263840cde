export { FAIL_MARK, type SandboxOptions } from './predictions/predictions';
export type { Predictions } from './predictions/prediction';
export { createSandbox, type Sandbox } from './sandbox';
export { SandboxProblem } from './sandbox-problem';
