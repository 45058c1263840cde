export { FAIL_MARK, type SandboxOptions, SandboxProblem } from './predictions/predictions';
export type { Predictions } from './predictions/predictions';
export { createSandbox, type Sandbox } from './sandbox';
export type { ImageOrder } from './predictions/image-predictions';
