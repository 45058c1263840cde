import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { TEMPLATE_EVENT_TYPES } from '../domain/content-template';
import { POST_EVENT_TYPES } from '../domain/post';
import { SOCIAL_ACCOUNT_EVENT_TYPES } from '../domain/social-account';

const postsChanged: PushRule = {
  types: POST_EVENT_TYPES,
  draft: ({ streamId }) => ({ type: 'postsChanged', postIds: [idOfStream(streamId)] }),
};

const accountsChanged: PushRule = {
  types: SOCIAL_ACCOUNT_EVENT_TYPES,
  draft: () => ({ type: 'socialAccountsChanged' }),
};

const templatesChanged: PushRule = { types: TEMPLATE_EVENT_TYPES, draft: () => ({ type: 'templatesChanged' }) };

export const socialPushRules: PushRule[] = [postsChanged, accountsChanged, templatesChanged];
