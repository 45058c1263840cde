import type { ContractCase } from '../visitor';
import { BATCH_CASES } from './batches';
import { CHAT_CASES } from './chat';
import { CLIP_CASES } from './clips';
import { DELETED_CASES } from './deleted';
import { FILM_CASES } from './films';
import { MEDIA_CASES } from './media';
import { PAID_WORK_CASES } from './paid-work';
import { POST_PLAN_CASES, PUBLISHING_CASES } from './post-plans';
import { POST_CASES } from './posts';
import { PROJECT_CASES } from './projects';
import { SCENE_CASES } from './scenes';
import { SOCIAL_ACCOUNT_CASES } from './social-accounts';
import { SPEECH_CASES } from './speech';
import { STORY_CASES } from './stories';
import { STYLE_CASES } from './styles';
import { TEMPLATE_CASES } from './templates';
import { WORD_CASES } from './words';

/** The server's behaviour on which the front end relies. The cases run against the server and against its fake. */
export const CONTRACT_CASES: Readonly<Record<string, readonly ContractCase[]>> = {
  projects: PROJECT_CASES,
  scenes: SCENE_CASES,
  media: MEDIA_CASES,
  'deleted things': DELETED_CASES,
  styles: STYLE_CASES,
  'paid work': PAID_WORK_CASES,
  clips: CLIP_CASES,
  speech: SPEECH_CASES,
  films: FILM_CASES,
  batches: BATCH_CASES,
  words: WORD_CASES,
  stories: STORY_CASES,
  chat: CHAT_CASES,
  'social accounts': SOCIAL_ACCOUNT_CASES,
  posts: POST_CASES,
  'plans of posts': POST_PLAN_CASES,
  publishing: PUBLISHING_CASES,
  templates: TEMPLATE_CASES,
};
