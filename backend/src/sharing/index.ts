import { sharedLinkView } from './shared-link.view';
import { sharedLinksPushRule } from './shared-links.push';

export { SharingModule } from './sharing.module';

export const sharingViews = [sharedLinkView];
export const sharingPushRules = [sharedLinksPushRule];
