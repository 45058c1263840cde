import { postRefusals } from './domain/post-commands';
import { accountRefusals } from './domain/social-account';
import { postListView } from './views/post-list.view';
import { socialAccountListView } from './views/social-account-list.view';
import { templateListView } from './views/template-list.view';
import { planPostReactor } from './workers/due-post';
import { publishPostReactor } from './workers/publish-post';

export { templateAggregate } from './domain/content-template';
export { postAggregate, type PostEvent } from './domain/post';
export { postListEntity, postListView } from './views/post-list.view';
export { socialAccountsAggregate } from './domain/social-account';
export { postSteps } from './history/post-steps';
export { SocialModule } from './social.module';
export { socialPushRules } from './views/social.push';

export const publishingRefusals = [...postRefusals, ...accountRefusals];
export const socialViews = [postListView, socialAccountListView, templateListView];
export const publishingReactors = [planPostReactor, publishPostReactor];
