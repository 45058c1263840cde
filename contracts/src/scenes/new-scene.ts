export const NEW_SCENE = {
  title: 'New Scene',
  description: 'A new scene for your story',
  duration: 5,
  imageStatus: 'pending',
} as const;
