import type { EntitySchema } from 'typeorm';
import { accessAggregate, AccessModule } from './access';
import { accountAggregate, AccountsModule } from './accounts';
import { AuditModule, auditViews, ledgerHeadsAggregate, reconciliationAggregate, verificationAggregate } from './audit';
import {
  batchAdmissionAggregate,
  batchAggregate,
  BatchesModule,
  batchesReactors,
  batchesPushRules,
  batchesViews,
} from './batches';
import { chatAggregate, ChatModule, chatReactors, chatPushRules, chatViews } from './chat';
import { GenerationModule, generationReactors, generationPushRules, generationViews } from './generation';
import type { LogOwner } from './platform/domain/own-log';
import type { Reactor } from './platform/processes/process';
import type { PushRule } from './platform/push/push-rule';
import { type AnyView, entityOf } from './platform/views/view';
import { crossDomainProcesses, ProcessesModule } from './processes';
import { RunsModule, runsViews } from './runs';
import {
  postAggregate,
  socialAccountsAggregate,
  SocialModule,
  publishingReactors,
  socialPushRules,
  socialViews,
  templateAggregate,
} from './social';
import { paymentAggregate, paymentReactors, paymentPushRules, PaymentsModule, paymentViews } from './payments';
import { SharingModule, sharingPushRules, sharingViews } from './sharing';
import { StoryAiModule, storyAiReactors, storyAiPushRules, storyAiViews, textWorkAggregate } from './story-ai';
import {
  dashboardAggregate,
  projectAggregate,
  dashboardOrderView,
  projectListView,
  projectPushRules,
  sceneListView,
  StoryboardModule,
} from './storyboard';
import { styleAggregate, StylesModule, stylesPushRules, stylesViews } from './styles';
import { UploadsModule } from './uploads';
import { walletAggregate, ZapsModule, zapsReactors, zapsPushRules, zapsViews } from './zaps';
import { ZipModule } from './zip/index';

/** Every domain, in one place: what the platform runs for them. */
export const domainModules = [
  AccessModule,
  AccountsModule,
  StoryboardModule,
  GenerationModule,
  StoryAiModule,
  BatchesModule,
  ZapsModule,
  PaymentsModule,
  StylesModule,
  SocialModule,
  UploadsModule,
  ZipModule,
  AuditModule,
  ChatModule,
  RunsModule,
  SharingModule,
  ProcessesModule,
];

/** Whose streams the log holds; nobody can append to others. */
export const allAggregates: readonly LogOwner[] = [
  accessAggregate,
  accountAggregate,
  projectAggregate,
  dashboardAggregate,
  walletAggregate,
  ledgerHeadsAggregate,
  verificationAggregate,
  reconciliationAggregate,
  paymentAggregate,
  styleAggregate,
  textWorkAggregate,
  postAggregate,
  socialAccountsAggregate,
  templateAggregate,
  chatAggregate,
  batchAggregate,
  batchAdmissionAggregate,
];

export const allViews: AnyView[] = [
  dashboardOrderView,
  projectListView,
  sceneListView,
  ...generationViews,
  ...zapsViews,
  ...auditViews,
  ...paymentViews,
  ...stylesViews,
  ...socialViews,
  ...chatViews,
  ...batchesViews,
  ...storyAiViews,
  ...runsViews,
  ...sharingViews,
];

export const allEntities: EntitySchema[] = allViews.map((view) => entityOf(view));

export const allReactors: Reactor[] = [
  ...zapsReactors,
  ...paymentReactors,
  ...generationReactors,
  ...publishingReactors,
  ...chatReactors,
  ...batchesReactors,
  ...storyAiReactors,
  ...crossDomainProcesses,
];

export const allPushRules: PushRule[] = [
  ...projectPushRules,
  ...generationPushRules,
  ...zapsPushRules,
  ...paymentPushRules,
  ...stylesPushRules,
  ...socialPushRules,
  ...chatPushRules,
  ...batchesPushRules,
  ...storyAiPushRules,
  ...sharingPushRules,
];
