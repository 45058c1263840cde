import { idOfStream } from '../platform/domain/aggregate';
import type { PushRule } from '../platform/push/push-rule';
import { sharedLinkView } from './shared-link.view';

/** A message of its own: a project changes with every word that is written in it, and its links hardly ever. */
export const sharedLinksPushRule: PushRule = {
  types: sharedLinkView.types,
  draft: ({ streamId }) => ({ type: 'linksChanged', projectId: idOfStream(streamId) }),
};
