import { useSearch } from '@tanstack/react-router';
import { Composer } from './Composer';

export function CreatePostScreen() {
  const { projectId, sceneId, video } = useSearch({ from: '/create-post' });
  // Another address begins another post.
  return <Composer key={[projectId, sceneId, video].join()} search={{ projectId, sceneId, video }} />;
}
