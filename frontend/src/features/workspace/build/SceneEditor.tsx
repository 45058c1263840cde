import styled from '@emotion/styled';
import type { ImageStatus, Project, Scene } from '@storyreel/contracts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { memo, useDeferredValue, useId } from 'react';
import type { ReactNode } from 'react';
import { Badge, Card, IconButton, space, tokens, type Tone } from '../../../ui';
import { MakingClip } from '../../pictures/clips/VideoStrip';
import { sceneNumber } from '../../scenes/api';
import { useSceneFieldValue } from '../../scenes/useSceneAutosave';
import { SceneEditorBody } from '../SceneEditorBody';

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  margin-bottom: ${space(4)};
  /* Wraps, because a narrow card has no room for the title beside the badge and the arrows. */
  @media (max-width: 479.98px) {
    flex-wrap: wrap;
    gap: ${space(2)} ${space(3)};
    & > h2 {
      flex-basis: 100%;
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }
`;
const Title = styled.h2`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  font-size: ${tokens.heading3};
  text-overflow: ellipsis;
  white-space: nowrap;
  &:focus {
    outline: none;
  }
`;
const Neighbours = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const IMAGE_STATUS: Record<ImageStatus, { label: string; tone: Tone }> = {
  pending: { label: 'No images yet', tone: 'neutral' },
  idle: { label: 'No images', tone: 'neutral' },
  processing: { label: 'Generating images', tone: 'warning' },
  complete: { label: 'Images complete', tone: 'positive' },
  failed: { label: 'Images failed', tone: 'danger' },
};

export interface SceneEditorProps {
  scene: Scene;
  project: Project;
  /** Position of the scene in the project, from 0. */
  index: number;
  total: number;
  /** Scrolls to the scene at this position. */
  goTo: (index: number) => void;
  /** Height in pixels to reserve until the body is rendered. */
  room?: number;
  /**
   * Set on a phone, where a single column begins with the picture and the texts are collapsed. Contains the buttons to
   * the neighbouring scenes.
   */
  phonePager?: ReactNode;
}

/**
 * A scene in the Build tab: header, texts and media. The header renders at once and the rest at low priority, so that
 * scrolling and typing stay smooth while editors come into view.
 */
export const SceneEditor = memo(function SceneEditor(props: SceneEditorProps) {
  const { scene, project, index, total, goTo, room, phonePager } = props;
  const isPhone = phonePager !== undefined;
  const headingId = useId();
  // The first editor is not deferred, because a deferred render would start over with every response that arrives.
  const isReady = useDeferredValue(true, index === 0 || isPhone);
  const title = useSceneFieldValue(scene, 'title').trim() || 'Untitled';
  const status = IMAGE_STATUS[scene.imageStatus];
  return (
    <Card aria-labelledby={headingId} aria-busy={!isReady} style={isReady ? undefined : { minHeight: room }}>
      <Head>
        <Title id={headingId} tabIndex={-1} title={title}>
          Scene {sceneNumber(scene)}: {title}
        </Title>
        <Badge tone={status.tone}>{status.label}</Badge>
        {scene.videos.some((video) => video.status === 'processing') && (
          <Badge tone="warning">
            <MakingClip sceneId={scene.id} />
          </Badge>
        )}
        {phonePager}
        {!isPhone && total > 1 && (
          <Neighbours>
            <IconButton
              label="Previous scene"
              icon={<ChevronUp size={16} aria-hidden />}
              disabled={index === 0}
              onClick={() => goTo(index - 1)}
            />
            <span>
              {index + 1} of {total}
            </span>
            <IconButton
              label="Next scene"
              icon={<ChevronDown size={16} aria-hidden />}
              disabled={index === total - 1}
              onClick={() => goTo(index + 1)}
            />
          </Neighbours>
        )}
      </Head>
      {isReady && <SceneEditorBody scene={scene} project={project} isPhone={isPhone} />}
    </Card>
  );
});
