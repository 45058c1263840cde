import styled from '@emotion/styled';
import type { FilmTimeline, Scene } from '@storyreel/contracts';
import { sceneNumber } from '../../../../domains/scenes/scene-order';
import { Button, space, tokens } from '../../../../ui';
import { useGoToTab } from '../../go-to-tab';

const Note = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  padding: ${space(2)} ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.warningSoft};
  color: ${tokens.warning};
  overflow-wrap: anywhere;
`;
/** More are counted. */
const NAMED = 5;

/** Names the scenes that have nothing to show, and leads to where pictures are made. */
export function MissingScenes({ missing, scenes }: { missing: FilmTimeline['missing']; scenes: readonly Scene[] }) {
  const goTo = useGoToTab();
  const ids = new Set(missing.map(({ sceneId }) => sceneId));
  const names = scenes
    .filter(({ id }) => ids.has(id))
    .map((scene) => `${sceneNumber(scene)}${scene.title.trim() === '' ? '' : ` “${scene.title}”`}`);
  const rest = names.length - NAMED;
  const named = names.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return (
    <Note role="status">
      <span>
        {names.length === 1
          ? `Scene ${named} has neither an image nor a clip.`
          : `Scenes ${named} have neither an image nor a clip.`}
      </span>
      <Button size="small" onClick={() => goTo('build')}>
        Add Images in Build
      </Button>
    </Note>
  );
}
