import styled from '@emotion/styled';
import type { CaptionStyle, FilmFormat, Measure, Phrase } from '@storyreel/contracts';

/** How captions look. Lengths are shares: the size of the frame's shorter side, all others of the size. */
export interface CaptionLook {
  font: string;
  weight: number;
  size: number;
  colour: string;
  /** Colour of the word that is spoken; null for none. */
  highlight: string | null;
  outline: { colour: string; width: number } | null;
  box: { colour: string; padding: number; radius: number } | null;
  /** Shares of the frame that stay free on each side, and below. */
  side: number;
  bottom: number;
}

const FONT = "'Inter Variable', 'Noto Sans', system-ui, sans-serif";
/** The renderer keeps captions clear of the buttons that platforms lay over upright films. */
const UPRIGHT = { side: 0.14, bottom: 0.24 };
const OTHERS = { side: 0.08, bottom: 0.07 };

export const isUpright = (format: FilmFormat): boolean => ratioOf(format) < 1;

/** Width divided by height. */
export function ratioOf(format: FilmFormat): number {
  const [width = 9, height = 16] = format.split(':').map(Number);
  return width / height;
}

/** Returns the look of a caption style, as the renderer draws it; null for no captions. */
export function captionLookOf(style: CaptionStyle, format: FilmFormat): CaptionLook | null {
  if (style === 'off') return null;
  const isBoxed = style === 'boxed';
  return {
    font: FONT,
    weight: 700,
    size: 0.056,
    colour: '#ffffff',
    highlight: style === 'words' ? '#ffd60a' : null,
    outline: isBoxed ? null : { colour: 'rgba(0, 0, 0, 0.85)', width: 0.2 },
    box: isBoxed ? { colour: 'rgba(0, 0, 0, 0.66)', padding: 0.35, radius: 0.22 } : null,
    ...(isUpright(format) ? UPRIGHT : OTHERS),
  };
}

/** The short side, in pixels, at which captions are measured; the screen scales them. */
const MEASURED_SIDE = 720;
/** Usual width of a letter where no canvas is there to measure, as a share of the font's size. */
const USUAL_LETTER = 0.58;

/** Returns a function that measures the lines of captions in a look. */
export function measureOf({ font, weight, size, side }: CaptionLook, format: FilmFormat): Measure {
  const fontSize = Math.round(MEASURED_SIDE * size);
  const ratio = ratioOf(format);
  const width = ratio < 1 ? MEASURED_SIDE : MEASURED_SIDE * ratio;
  const maxWidth = width * (1 - 2 * side) - fontSize;
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return { maxWidth, width: (line) => [...line].length * fontSize * USUAL_LETTER };
  context.font = `${weight} ${fontSize}px ${font}`;
  return { maxWidth, width: (line) => context.measureText(line).width };
}

/** Lies over a frame that is a container of the size of the film. */
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
  look: CaptionLook;
  /** Seconds since the first word of the scene, for the word that is spoken. */
  at: number;
}

/** One caption over a frame, in any look. */
export function CaptionText({ phrase, look, at }: CaptionTextProps) {
  const { font, weight, size, colour, highlight, outline, box, bottom } = look;
  const words = phrase.lines.flat();
  const current = highlight === null ? undefined : words.findLast(({ from }) => from <= at + 0.001);
  return (
    <Place
      style={{
        // The renderer's lowest line stands a little above the margin.
        bottom: `calc(${bottom * 100}cqh + ${size * 26}cqmin)`,
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
          {line.map((word, place) => (
            <span key={place}>
              {word.spaced && place > 0 ? ' ' : ''}
              <span style={word === current ? { color: highlight ?? undefined } : undefined}>{word.text}</span>
            </span>
          ))}
        </Line>
      ))}
    </Place>
  );
}
