import { sharedLinkView } from './shared-link.view';

export { SharingModule } from './sharing.module';

export const sharingViews = [sharedLinkView];
