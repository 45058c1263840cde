import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { List } from 'lucide-react';
import { useRef } from 'react';
import { FadeInImage } from '../../../domains/media/FadeInImage';
import { mainImageUrl } from '../../../domains/media/scene-assets';
import { sceneNumber } from '../../../domains/scenes/scene-order';
import { Button, Menu, MenuContent, MenuItem, MenuTrigger, tokens } from '../../../ui';

const Thumbnail = styled.span`
  flex: none;
  width: 27px;
  height: 48px;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
`;
const Title = styled.span`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The rail, where there is no room beside the editors. */
export function SceneJumpMenu({ scenes, goTo }: { scenes: Scene[]; goTo: (index: number) => void }) {
  const chosen = useRef<number | null>(null);
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button icon={<List size={16} aria-hidden />}>Go to Scene</Button>
      </MenuTrigger>
      <MenuContent
        align="start"
        style={{ maxWidth: 'min(320px, calc(100vw - 32px))' }}
        onCloseAutoFocus={(event) => {
          if (chosen.current === null) return;
          event.preventDefault();
          goTo(chosen.current);
          chosen.current = null;
        }}
      >
        {scenes.map((scene, index) => {
          const image = mainImageUrl(scene);
          return (
            <MenuItem key={scene.id} onSelect={() => (chosen.current = index)}>
              <Thumbnail>{image && <FadeInImage src={image} alt="" sizes="27px" />}</Thumbnail>
              <Title>
                {sceneNumber(scene)}: {scene.title.trim() || 'Untitled'}
              </Title>
            </MenuItem>
          );
        })}
      </MenuContent>
    </Menu>
  );
}
