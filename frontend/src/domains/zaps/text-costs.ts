import type { EstimateRequest, TextOperation } from '@storyreel/contracts';

const textCost = (operation: TextOperation, usage: EstimateRequest['usage']): EstimateRequest => ({
  provider: 'internal',
  model: 'text',
  operation,
  usage,
});

export const descriptionsCost = (scenes: number): EstimateRequest => textCost('scene_description', { scenes });
export const ONE_DESCRIPTION_COST = descriptionsCost(1);
export const VIDEO_PROMPT_COST = textCost('video_prompt', { requests: 1 });
export const ENHANCE_PROMPT_COST = textCost('enhance_prompt', { requests: 1 });
export const CONTINUITY_COST = textCost('continuity', { requests: 1 });
export const WRITE_STORY_COST = textCost('write_story', { requests: 1 });
export const PROCESS_STORY_COST = textCost('process_story', { requests: 1 });
export const POST_DESCRIPTION_COST = textCost('post_description', { requests: 1 });
