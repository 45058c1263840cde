import styled from '@emotion/styled';
import {
  CAPTION_BOX_COLOURS,
  CAPTION_BOXES,
  CAPTION_COLOURS,
  CAPTION_FONTS,
  CAPTION_OUTLINE_SHARES,
  CAPTION_OUTLINES,
  CAPTION_PLACES,
  CAPTION_PRESETS,
  CAPTION_SIZE_SHARES,
  CAPTION_SIZES,
  captionLookOf,
  outlineColour,
  splitWords,
} from '@storyreel/contracts';
import type { CaptionLook, CaptionStyle, FilmFormat, FilmSettings, Scene } from '@storyreel/contracts';
import { useScenes } from '../scenes/api';
import { Button, Row, space, Stack, tokens } from '../../ui';
import { CAPTION_FAMILIES } from './preview/CaptionText';
import { Choice, Settings } from './film-parts';

const STYLES: readonly { value: CaptionStyle; label: string }[] = [
  { value: 'plain', label: 'Plain' },
  { value: 'boxed', label: 'Boxed' },
  { value: 'words', label: 'Word by Word' },
  { value: 'off', label: 'Off' },
];
const named = <V extends string>(values: readonly V[], names: Partial<Record<V, string>> = {}) =>
  values.map((value) => ({ value, label: names[value] ?? value.charAt(0).toUpperCase() + value.slice(1) }));
const COLOUR_NAMES = ['White', 'Yellow', 'Green', 'Blue', 'Red', 'Black'];

const Dot = styled.span<{ colour: string }>`
  width: 16px;
  height: 16px;
  border: 1px solid ${tokens.line};
  border-radius: 50%;
  background: ${({ colour }) => colour};
`;
const COLOURS = CAPTION_COLOURS.map((value, at) => ({
  value,
  label: COLOUR_NAMES[at] ?? value,
  icon: <Dot colour={value} aria-hidden />,
  hideLabel: true,
}));

const SHAPES: Record<FilmFormat, string> = { '9:16': '9 / 16', '16:9': '16 / 9', '1:1': '1 / 1', '4:5': '4 / 5' };
const PLACES: Record<CaptionLook['place'], string> = { bottom: 'end', middle: 'center', top: 'start' };

const Frame = styled.div`
  container-type: size;
  display: grid;
  justify-items: center;
  flex: none;
  width: min(100%, 260px);
  overflow: hidden;
  border-radius: ${tokens.radius};
  background: ${tokens.surface2} center / cover no-repeat;
`;
const Words = styled.p`
  margin: 0;
  line-height: 1.3;
  text-align: center;
  paint-order: stroke fill;
`;
const Layout = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: ${space(4)};
  & > :last-child {
    flex: 1 1 260px;
    min-width: 0;
  }
`;

const SAMPLE_WORDS = 5;
const SAMPLE = 'This is how your words look';

interface PreviewProps {
  look: CaptionLook;
  format: FilmFormat;
  scene: Scene | undefined;
}

/** Shows one caption over the first scene that has a picture. */
function Preview({ look, format, scene }: PreviewProps) {
  const url = scene?.imageUrl ?? undefined;
  const spoken = splitWords(scene?.speech?.text ?? '').slice(0, SAMPLE_WORDS);
  const words = spoken.length > 1 ? spoken : splitWords(SAMPLE);
  const size = CAPTION_SIZE_SHARES[look.size] * 100;
  const stroke = CAPTION_OUTLINE_SHARES[look.outline];
  const box = CAPTION_BOX_COLOURS[look.box];
  const isUpright = format === '9:16';
  const letters = {
    fontFamily: CAPTION_FAMILIES[look.font],
    fontWeight: look.font === 'poster' ? 400 : 700,
    fontSize: `${size}cqmin`,
    color: look.colour,
    WebkitTextStroke: stroke === 0 ? undefined : `${stroke * size}cqmin ${outlineColour(look.colour)}`,
    alignSelf: PLACES[look.place],
    // The margins are the parts of the frame that platforms cover with their own texts and buttons.
    margin: isUpright ? '12cqh 14cqw 24cqh' : '7cqh 8cqw',
  };
  return (
    <Frame
      role="img"
      aria-label={`Preview of the captions: ${words.map(({ text }) => text).join(' ')}`}
      style={{ aspectRatio: SHAPES[format], ...(url !== undefined && { backgroundImage: `url("${url}")` }) }}
    >
      <Words style={letters} dir="auto">
        <span
          style={
            box === null
              ? undefined
              : { background: box, borderRadius: '0.22em', padding: '0 0.35em', boxDecorationBreak: 'clone' }
          }
        >
          {words.map(({ text, spaced }, at) => (
            <span key={at} style={at === 1 && look.highlight !== null ? { color: look.highlight } : undefined}>
              {spaced ? ` ${text}` : text}
            </span>
          ))}
        </span>
      </Words>
    </Frame>
  );
}

interface CaptionLookFieldsProps {
  projectId: string;
  film: FilmSettings;
  onChange: (part: Pick<FilmSettings, 'captions' | 'captionLook'>) => void;
}

/** Lets the user choose the captions' look, preset or custom, with a preview over a picture of the project. */
export function CaptionLookFields({ projectId, film, onChange }: CaptionLookFieldsProps) {
  const { data: scenes = [] } = useScenes(projectId);
  const { captions } = film;
  const look = captionLookOf(film);
  const change = (part: Partial<CaptionLook>) => look && onChange({ captions, captionLook: { ...look, ...part } });
  return (
    <Stack gap={4}>
      <Choice
        label="Captions"
        value={captions}
        options={STYLES}
        onChange={(style) => onChange({ captions: style, captionLook: undefined })}
      />
      {look && (
        <Layout>
          <Preview look={look} format={film.format} scene={scenes.find(({ imageUrl }) => imageUrl !== null)} />
          <Stack gap={4}>
            <Row gap={2}>
              {CAPTION_PRESETS.map(({ name, style, look: preset }) => (
                <Button
                  key={name}
                  size="small"
                  aria-pressed={captions === style && JSON.stringify(look) === JSON.stringify(preset)}
                  onClick={() => onChange({ captions: style, captionLook: preset })}
                >
                  {name}
                </Button>
              ))}
            </Row>
            <Settings>
              <Choice
                label="Font"
                value={look.font}
                options={named(CAPTION_FONTS)}
                onChange={(font) => change({ font })}
              />
              <Choice
                label="Size"
                value={look.size}
                options={named(CAPTION_SIZES)}
                onChange={(size) => change({ size })}
              />
              <Choice
                label="Position"
                value={look.place}
                options={named(CAPTION_PLACES)}
                onChange={(place) => change({ place })}
              />
              <Choice
                label="Outline"
                value={look.outline}
                options={named(CAPTION_OUTLINES)}
                onChange={(outline) => change({ outline })}
              />
              <Choice label="Box" value={look.box} options={named(CAPTION_BOXES)} onChange={(box) => change({ box })} />
              <Choice label="Colour" value={look.colour} options={COLOURS} onChange={(colour) => change({ colour })} />
              <Choice
                label="Spoken Word"
                value={look.highlight ?? 'none'}
                options={[{ value: 'none', label: 'None' }, ...COLOURS]}
                onChange={(colour) => change({ highlight: colour === 'none' ? null : colour })}
              />
            </Settings>
          </Stack>
        </Layout>
      )}
    </Stack>
  );
}
