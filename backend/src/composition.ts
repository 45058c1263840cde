import type { EntitySchema } from 'typeorm';
import { accountAggregate, AccountsModule } from './accounts';
import { chatAggregate, ChatModule, chatProcesses, chatPushRules, chatViews } from './chat';
import { GenerationModule, generationProcesses, generationPushRules, generationViews } from './generation';
import type { Process } from './platform/processes/process';
import type { PushRule } from './platform/push/push-rule';
import { type AnyView, entityOf } from './platform/views/view';
import { crossDomainProcesses, ProcessesModule } from './processes';
import {
  postAggregate,
  socialAccountsAggregate,
  SocialModule,
  socialProcesses,
  socialPushRules,
  socialViews,
  templateAggregate,
} from './social';
import { StoryAiModule, textWorkAggregate } from './story-ai';
import {
  dashboardAggregate,
  projectAggregate,
  projectListView,
  projectPushRules,
  sceneListView,
  StoryboardModule,
} from './storyboard';
import { styleAggregate, StylesModule, stylesPushRules, stylesViews } from './styles';
import { UploadsModule } from './uploads';
import { walletAggregate, ZapsModule, zapsProcesses, zapsPushRules, zapsViews } from './zaps';
import { ZipModule } from './zip/index';

/** Every domain, in one place: what the platform runs for them. */
export const domainModules = [
  AccountsModule,
  StoryboardModule,
  GenerationModule,
  StoryAiModule,
  ZapsModule,
  StylesModule,
  SocialModule,
  UploadsModule,
  ZipModule,
  ChatModule,
  ProcessesModule,
];

/** Whose streams the log holds; nobody can append to others. */
export const allAggregates: readonly { category: string }[] = [
  accountAggregate,
  projectAggregate,
  dashboardAggregate,
  walletAggregate,
  styleAggregate,
  textWorkAggregate,
  postAggregate,
  socialAccountsAggregate,
  templateAggregate,
  chatAggregate,
];

export const allViews: AnyView[] = [
  projectListView,
  sceneListView,
  ...generationViews,
  ...zapsViews,
  ...stylesViews,
  ...socialViews,
  ...chatViews,
];

export const allEntities: EntitySchema[] = allViews.map((view) => entityOf(view));

export const allProcesses: Process[] = [
  ...zapsProcesses,
  ...generationProcesses,
  ...socialProcesses,
  ...chatProcesses,
  ...crossDomainProcesses,
];

export const allPushRules: PushRule[] = [
  ...projectPushRules,
  ...generationPushRules,
  ...zapsPushRules,
  ...stylesPushRules,
  ...socialPushRules,
  ...chatPushRules,
];
