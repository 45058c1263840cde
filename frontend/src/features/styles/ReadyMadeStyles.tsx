import styled from '@emotion/styled';
import { READY_MADE_STYLE_KEYS, READY_MADE_STYLES, type ReadyMadeStyle, type Style } from '@storyreel/contracts';
import { useId } from 'react';
import { space, tokens } from '../../ui';
import { useStyles, useTakeReadyMadeStyle } from './api';

const Title = styled.p`
  margin-bottom: ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Choices = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(150px, calc(50% - ${space(1)})), 1fr));
  gap: ${space(2)};
  width: min(100%, 640px);
`;
const Choice = styled.button`
  display: block;
  min-width: 0;
  padding: 0;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  text-align: start;
  cursor: pointer;
  &:hover {
    border-color: ${tokens.lineStrong};
  }
  &[aria-pressed='true'] {
    border-color: ${tokens.accentInk};
    box-shadow: 0 0 0 1px ${tokens.accentInk};
  }
  & > img {
    display: block;
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: cover;
  }
  & > span {
    display: block;
    padding: ${space(2)} ${space(3)};
    font-size: ${tokens.caption};
    font-weight: 550;
  }
`;

interface ReadyMadeStylesProps {
  title: string;
  /** Id of the selected style, where styles can be selected. */
  chosenId?: string | null;
  /** Called once the style is among the user's own. */
  onTaken?: (style: Style) => void;
}

/** Four styles that can be added with one click. Adding one again does not create a duplicate. */
export function ReadyMadeStyles({ title, chosenId = null, onTaken }: ReadyMadeStylesProps) {
  const titleId = useId();
  const { data: styles } = useStyles();
  const { mutateAsync, isPending } = useTakeReadyMadeStyle();
  const chosen = styles?.find(({ id }) => id === chosenId)?.imageUrl;

  async function take(key: ReadyMadeStyle): Promise<void> {
    if (isPending) return;
    try {
      const style = await mutateAsync(key);
      onTaken?.(style);
    } catch {
      // The mutation has already shown the error.
    }
  }
  return (
    <div role="group" aria-labelledby={titleId}>
      <Title id={titleId}>{title}</Title>
      <Choices>
        {READY_MADE_STYLE_KEYS.map((key) => {
          const { name, picture } = READY_MADE_STYLES[key];
          return (
            <Choice key={key} type="button" aria-pressed={onTaken && chosen === picture} onClick={() => void take(key)}>
              <img src={picture} alt="" loading="lazy" />
              <span>{name}</span>
            </Choice>
          );
        })}
      </Choices>
    </div>
  );
}
