import type { PushRule } from '../platform/push/push-rule';
import { STYLE_EVENT_TYPES } from './style';

export const stylesPushRule: PushRule = { types: STYLE_EVENT_TYPES, draft: () => ({ type: 'stylesChanged' }) };
