import type { ModuleMetadata } from '@nestjs/common';
import type { Process } from '../../platform/processes/process';
import type { PushRule } from '../../platform/push/push-rule';
import type { AnyView } from '../../platform/views/view';

/** What a kind of generation brings to the app. */
export interface KindParts extends Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> {
  views: AnyView[];
  processes: Process[];
  pushRules: PushRule[];
}
