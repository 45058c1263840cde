import type { ModuleMetadata } from '@nestjs/common';
import type { Reactor } from '../../platform/processes/process';
import type { PushRule } from '../../platform/push/push-rule';
import type { AnyView } from '../../platform/views/view';
import type { JobKind } from '../../storyboard';
import type { KindReplay } from '../replay/kind-replay';

/** What a kind of generation brings to the app. */
export interface KindParts extends Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> {
  kind: JobKind;
  replay: KindReplay;
  views: AnyView[];
  processes: Reactor[];
  pushRules: PushRule[];
}
