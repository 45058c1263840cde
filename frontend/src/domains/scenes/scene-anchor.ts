/** Names a scene in the address of a tab that shows it: behind the '#'. */
export const sceneAnchor = (sceneId: string): string => `scene-${sceneId.toLowerCase()}`;
