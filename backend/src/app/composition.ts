import type { EntitySchema } from 'typeorm';
import { accessAggregate, AccessModule } from '../accounts/access';
import { accountAggregate, AccountsModule } from '../accounts';
import {
  AuditModule,
  auditViews,
  ledgerHeadsAggregate,
  reconciliationAggregate,
  verificationAggregate,
} from '../ledger';
import {
  batchAdmissionAggregate,
  batchAggregate,
  BatchesModule,
  batchesReactors,
  batchesPushRules,
  batchesViews,
} from '../batches';
import { chatAggregate, ChatModule, chatReactors, chatPushRules, chatViews } from '../writing/chat';
import { GenerationModule, generationReactors, generationPushRules, generationViews } from '../generation';
import type { LogOwner } from '../eventsourcing/domain/scoped-event-store';
import { refusalsAggregate } from '../eventsourcing/refusals/refusals';
import type { Reactor } from '../eventsourcing/reactors/reactor';
import type { PushRule } from '../eventsourcing/push/push-rule';
import { type AnyView, entityOf } from '../eventsourcing/views/view';
import { CloseHoldsModule, closeHoldsReactors } from './close-holds';
import { RunsModule, runsViews } from '../runs';
import {
  postAggregate,
  socialAccountsAggregate,
  SocialModule,
  publishingReactors,
  socialPushRules,
  socialViews,
  templateAggregate,
} from '../publishing';
import { paymentAggregate, paymentReactors, paymentPushRules, PaymentsModule, paymentViews } from '../money/payments';
import { SharingModule, sharingPushRules, sharingViews } from '../delivery/sharing';
import { StoryAiModule, storyAiReactors, storyAiPushRules, storyAiViews, textWorkAggregate } from '../writing/story-ai';
import {
  dashboardAggregate,
  projectAggregate,
  dashboardOrderView,
  projectListView,
  projectPushRules,
  sceneImageView,
  sceneListView,
  StoryboardModule,
} from '../projects/storyboard';
import { castLibraryAggregate, CastModule, castPushRules, castViews } from '../projects/cast';
import { styleAggregate, StylesModule, stylesPushRules, stylesViews } from '../projects/styles';
import { UploadsModule } from '../projects/uploads';
import {
  walletAggregate,
  ZapsModule,
  zapsReactors,
  zapsPushRules,
  zapsViews,
  refundRequestAggregate,
} from '../money/zaps';
import { archiveAggregate, ArchiveModule, archivePushRules, archiveReactors } from '../delivery/archive';
import { ProjectFileModule } from '../delivery/project-file';
import { StoryboardPdfModule } from '../delivery/storyboard-pdf';
import { ZipModule } from '../delivery/zip';
import { StoryFilesModule } from '../writing/story-file';

/** All domain modules, in one place. */
export const domainModules = [
  AccessModule,
  AccountsModule,
  StoryboardModule,
  GenerationModule,
  StoryAiModule,
  BatchesModule,
  ZapsModule,
  PaymentsModule,
  CastModule,
  StylesModule,
  SocialModule,
  UploadsModule,
  ZipModule,
  ArchiveModule,
  ProjectFileModule,
  StoryboardPdfModule,
  StoryFilesModule,
  AuditModule,
  ChatModule,
  RunsModule,
  SharingModule,
  CloseHoldsModule,
];

/** All aggregates and other owners of streams; appends to any other stream are refused. */
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
  refundRequestAggregate,
  styleAggregate,
  castLibraryAggregate,
  textWorkAggregate,
  postAggregate,
  socialAccountsAggregate,
  templateAggregate,
  chatAggregate,
  batchAggregate,
  batchAdmissionAggregate,
  archiveAggregate,
  refusalsAggregate,
];

export const allViews: AnyView[] = [
  dashboardOrderView,
  projectListView,
  sceneListView,
  sceneImageView,
  ...generationViews,
  ...zapsViews,
  ...auditViews,
  ...paymentViews,
  ...stylesViews,
  ...castViews,
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
  ...archiveReactors,
  ...closeHoldsReactors,
];

export const allPushRules: PushRule[] = [
  ...projectPushRules,
  ...generationPushRules,
  ...zapsPushRules,
  ...paymentPushRules,
  ...stylesPushRules,
  ...castPushRules,
  ...socialPushRules,
  ...chatPushRules,
  ...batchesPushRules,
  ...storyAiPushRules,
  ...sharingPushRules,
  ...archivePushRules,
];
