import styled from '@emotion/styled';
import {
  CAPTION_BOX_COLOURS,
  CAPTION_OUTLINE_SHARES,
  CAPTION_SIZE_SHARES,
  captionLookOf,
  outlineColour,
  RATIOS,
} from '@storyreel/contracts';
import type { CaptionLook, FilmFormat, FilmSettings, Measure, Phrase } from '@storyreel/contracts';

/** The look of captions. `size` is a share of the frame's shorter side; all other lengths are shares of `size`. */
export interface DrawnLook {
  font: string;
  weight: number;
  size: number;
  colour: string;
  /** Colour of the word being spoken; null when it is not highlighted. */
  highlight: string | null;
  outline: { colour: string; width: number } | null;
  box: { colour: string; padding: number; radius: number } | null;
  /** Shares of the frame that stay free at the sides and at the bottom. */
  side: number;
  bottom: number;
  place: CaptionLook['place'];
}

export const CAPTION_FAMILIES: Record<CaptionLook['font'], string> = {
  sans: "'Inter Variable', 'Noto Sans', system-ui, sans-serif",
  poster: "'Anton', 'Inter Variable', sans-serif",
  serif: "'Lora Variable', serif",
};
/** Margins in upright films, which keep captions clear of the buttons that platforms place over the picture. */
const UPRIGHT = { side: 0.14, bottom: 0.24 };
const OTHERS = { side: 0.08, bottom: 0.07 };

/** Returns the look of a film's captions as the renderer draws them; null when there are none. */
export function drawnLookOf(settings: Pick<FilmSettings, 'captions' | 'captionLook' | 'format'>): DrawnLook | null {
  const look = captionLookOf(settings);
  if (look === null) return null;
  const box = CAPTION_BOX_COLOURS[look.box];
  return {
    font: CAPTION_FAMILIES[look.font],
    weight: look.font === 'poster' ? 400 : 700,
    size: CAPTION_SIZE_SHARES[look.size],
    colour: look.colour,
    highlight: look.highlight,
    outline:
      look.outline === 'none'
        ? null
        : { colour: outlineColour(look.colour), width: CAPTION_OUTLINE_SHARES[look.outline] },
    box: box === null ? null : { colour: box, padding: 0.35, radius: 0.22 },
    ...(RATIOS[settings.format] < 1 ? UPRIGHT : OTHERS),
    place: look.place,
  };
}

/** Length of the frame's shorter side, in pixels, at which captions are measured; the screen scales them. */
const MEASURED_SIDE = 720;
/** Assumed width of a letter as a share of the font size, for browsers without a canvas for measuring. */
const USUAL_LETTER = 0.58;

/** Returns a function that measures the lines of captions in a look. */
export function measureOf({ font, weight, size, side }: DrawnLook, format: FilmFormat): Measure {
  const fontSize = Math.round(MEASURED_SIDE * size);
  const ratio = RATIOS[format];
  const width = ratio < 1 ? MEASURED_SIDE : MEASURED_SIDE * ratio;
  const maxWidth = width * (1 - 2 * side) - fontSize;
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return { maxWidth, width: (line) => [...line].length * fontSize * USUAL_LETTER };
  context.font = `${weight} ${fontSize}px ${font}`;
  return { maxWidth, width: (line) => context.measureText(line).width };
}

/** Covers the frame, which is a container of the film's size. */
const Place = styled.div`
  position: absolute;
  right: 0;
  left: 0;
  display: grid;
  justify-items: center;
  line-height: 1.3;
  text-align: center;
  white-space: pre;
  pointer-events: none;
`;
const Line = styled.span`
  display: block;
  paint-order: stroke fill;
`;

interface CaptionTextProps {
  phrase: Phrase;
  look: DrawnLook;
  /** Seconds since the first word of the scene; determines which word is being spoken. */
  at: number;
}

/** Shows one caption over a frame, in any look. */
export function CaptionText({ phrase, look, at }: CaptionTextProps) {
  const { font, weight, size, colour, highlight, outline, box, bottom, place } = look;
  const words = phrase.lines.flat();
  const current = highlight === null ? undefined : words.findLast(({ from }) => from <= at + 0.001);
  return (
    <Place
      style={{
        // The renderer draws the lowest line slightly above the margin, so this caption does too.
        ...(place === 'bottom' && { bottom: `calc(${bottom * 100}cqh + ${size * 26}cqmin)` }),
        ...(place === 'middle' && { top: '50%', transform: 'translateY(-50%)' }),
        ...(place === 'top' && { top: `calc(${bottom * 50}cqh + ${size * 26}cqmin)` }),
        color: colour,
        fontFamily: font,
        fontSize: `${size * 100}cqmin`,
        fontWeight: weight,
      }}
    >
      {phrase.lines.map((line, index) => (
        <Line
          key={index}
          dir="auto"
          style={{
            ...(outline && { WebkitTextStroke: `${outline.width}em ${outline.colour}` }),
            ...(box && {
              padding: `0 ${box.padding}em`,
              borderRadius: `${box.radius}em`,
              background: box.colour,
            }),
          }}
        >
          {line.map((word, nth) => (
            <span key={nth}>
              {word.spaced && nth > 0 ? ' ' : ''}
              <span style={word === current ? { color: highlight ?? undefined } : undefined}>{word.text}</span>
            </span>
          ))}
        </Line>
      ))}
    </Place>
  );
}
