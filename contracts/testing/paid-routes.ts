/**
 * Every route that costs zaps, with the operations of the price book that it sells. A route without operations
 * calculates its own price: a film by its length, a chat by the length of the reply, a rerun by its original run.
 */
export const PAID_ROUTES: Readonly<Record<string, readonly string[]>> = {
  'POST /api/midjourney/generate-image': ['generate_image'],
  'POST /api/images/edit': ['edit_image'],
  'POST /api/projects/:projectId/cast/sheet': ['generate_image'],
  'POST /api/images/upscale': ['upscale_image'],
  'POST /api/replicate/generate-video': ['generate_video'],
  'POST /api/generate-speech': ['generate_speech'],
  'POST /api/projects/:projectId/story-audio': ['generate_speech'],
  'POST /api/projects/:projectId/films': [],
  'POST /api/batches': ['generate_image', 'generate_video', 'generate_speech', 'scene_description'],
  'POST /api/ai/generate/scene-description/:sceneId': ['scene_description'],
  'POST /api/ai/generate/video-prompt/:sceneId': ['video_prompt'],
  'POST /api/scenes/:sceneId/enhance-prompt': ['enhance_prompt'],
  'POST /api/ai/generate/continuity': ['continuity'],
  'POST /api/ai/generate-description': ['post_description'],
  'POST /api/projects/:id/write-story': ['write_story'],
  'POST /api/projects/:id/abridge-story': ['abridge_story'],
  'POST /api/scenes/process-story': ['process_story'],
  'POST /api/chat': [],
  'POST /api/runs/:id/again': [],
};
