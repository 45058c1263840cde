import { sharedLinksPushRule, sharedLinkView } from './shared-links';

export { SharingModule } from './sharing.module';

export const sharingViews = [sharedLinkView];
export const sharingPushRules = [sharedLinksPushRule];
