import styled from '@emotion/styled';
import { useId } from 'react';
import { VIDEO_LABELS, type SelectableVideo } from '../../domains/posts/selectable-videos';
import { Badge, space, tokens } from '../../ui';

const Fieldset = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
  max-height: 240px;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
`;
const Choice = styled.label`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr);
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  padding: 0 ${space(3)};
  cursor: pointer;
  &:hover {
    background: ${tokens.surface2};
  }
  & input {
    accent-color: ${tokens.text1};
  }
  & > span:last-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const None = styled.p`
  color: ${tokens.text2};
`;

export interface VideoPickerProps {
  videos: readonly SelectableVideo[];
  /** Null: none. */
  chosen: SelectableVideo | null;
  onChoose: (video: SelectableVideo | null) => void;
  labelId: string;
}

/** One of a project's finished videos, or none. */
export function VideoPicker({ videos, chosen, onChoose, labelId }: VideoPickerProps) {
  const name = useId();
  if (videos.length === 0) return <None>This project has no completed videos yet.</None>;
  return (
    <Fieldset aria-labelledby={labelId}>
      {videos.map((video) => (
        <Choice key={`${video.type} ${video.id}`}>
          <input type="radio" name={name} checked={chosen?.id === video.id} onChange={() => onChoose(video)} />
          <Badge>{VIDEO_LABELS[video.type]}</Badge>
          <span dir="auto">{video.title.trim() || video.filename}</span>
        </Choice>
      ))}
      <Choice>
        <input type="radio" name={name} checked={chosen === null} onChange={() => onChoose(null)} />
        <span />
        <span>No video</span>
      </Choice>
    </Fieldset>
  );
}
