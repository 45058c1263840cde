import styled from '@emotion/styled';
import type { PictureSize } from '@storyreel/contracts';
import { Brush, Eraser, Undo2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Button, Row, Slider, space, ToggleGroup, tokens, VisuallyHidden } from '../../../ui';
import { drawVeil } from './strokes';
import type { Point, Stroke } from './strokes';

const Sheet = styled.div`
  position: relative;
  justify-self: center;
  max-width: 100%;
  border-radius: ${tokens.radiusMedia};
  overflow: hidden;
  background: ${tokens.surface2};
  & > img {
    display: block;
    max-width: 100%;
    max-height: min(52dvh, 560px);
  }
  & > canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    cursor: crosshair;
    /* A finger paints instead of scrolling. */
    touch-action: none;
  }
  & > canvas:focus-visible {
    outline: 2px solid ${tokens.accent};
    outline-offset: -2px;
  }
`;
const Cursor = styled.span`
  position: absolute;
  border: 2px solid #fff;
  border-radius: 50%;
  box-shadow: 0 0 0 1px #000;
  transform: translate(-50%, -50%);
  pointer-events: none;
`;
const Tools = styled.div`
  display: grid;
  gap: ${space(2)};
`;
const SizeField = styled.label`
  display: flex;
  flex: 1;
  align-items: center;
  gap: ${space(2)};
  min-width: 160px;
`;

const VEIL = 'rgba(236, 72, 153, 0.55)';
const STEPS: Partial<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const inside = (value: number, most: number): number => Math.min(most, Math.max(0, value));

interface MaskPainterProps {
  url: string;
  /** Size in which the image is sent. */
  size: PictureSize;
  strokes: readonly Stroke[];
  onChange: (strokes: readonly Stroke[]) => void;
}

/**
 * Shows the image with a brush that marks the part that may change. The brush is moved by the pointer, or by arrow keys
 * and Space.
 */
export function MaskPainter({ url, size, strokes, onChange }: MaskPainterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const helpId = useId();
  const [isEraser, setEraser] = useState(false);
  const [percent, setPercent] = useState(8);
  const [cursor, setCursor] = useState<Point | null>(null);
  const isDrawing = useRef(false);
  const width = (Math.min(size.width, size.height) * percent) / 100;

  useEffect(() => {
    if (canvas.current) drawVeil(canvas.current, strokes, VEIL);
  }, [strokes, size]);

  const begin = (point: Point): void => onChange([...strokes, { points: [point], width, isEraser }]);
  function pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
    const box = currentTarget.getBoundingClientRect();
    return {
      x: inside(((clientX - box.left) / box.width) * size.width, size.width),
      y: inside(((clientY - box.top) / box.height) * size.height, size.height),
    };
  }
  function onPointerMove(event: PointerEvent): void {
    const last = strokes.at(-1);
    if (!isDrawing.current || !last) return;
    onChange([...strokes.slice(0, -1), { ...last, points: [...last.points, pointOf(event)] }]);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = cursor ?? { x: size.width / 2, y: size.height / 2 };
    const step = STEPS[event.key];
    if (step) {
      const far = (event.shiftKey ? 2 : 0.5) * width;
      setCursor({ x: inside(at.x + step.x * far, size.width), y: inside(at.y + step.y * far, size.height) });
    } else if (event.key === ' ') begin(at);
    else return;
    event.preventDefault();
  }
  return (
    <Tools>
      <Sheet>
        <img src={url} alt="Before the edit" />
        <canvas
          ref={canvas}
          width={size.width}
          height={size.height}
          tabIndex={0}
          role="application"
          aria-label="Mask: what may change"
          aria-describedby={helpId}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            isDrawing.current = true;
            setCursor(null);
            begin(pointOf(event));
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => (isDrawing.current = false)}
          onPointerCancel={() => (isDrawing.current = false)}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.currentTarget.matches(':focus-visible')) setCursor({ x: size.width / 2, y: size.height / 2 });
          }}
          onBlur={() => setCursor(null)}
        />
        {cursor && (
          <Cursor
            style={{
              left: `${(cursor.x / size.width) * 100}%`,
              top: `${(cursor.y / size.height) * 100}%`,
              width: `${(width / size.width) * 100}%`,
              aspectRatio: '1',
            }}
          />
        )}
      </Sheet>
      <VisuallyHidden id={helpId}>
        Arrow keys move the brush, with Shift farther. Space paints where it is, or erases.
      </VisuallyHidden>
      <Row gap={2}>
        <ToggleGroup
          ariaLabel="Tool"
          value={isEraser ? 'erase' : 'paint'}
          onValueChange={(tool) => setEraser(tool === 'erase')}
          options={[
            { value: 'paint', label: 'Paint', icon: <Brush size={16} aria-hidden /> },
            { value: 'erase', label: 'Erase', icon: <Eraser size={16} aria-hidden /> },
          ]}
        />
        <SizeField>
          Size
          <Slider ariaLabel="Brush size" value={percent} onValueChange={setPercent} min={2} max={30} />
        </SizeField>
        <Row gap={2}>
          <Button
            icon={<Undo2 size={16} aria-hidden />}
            disabled={strokes.length === 0}
            onClick={() => onChange(strokes.slice(0, -1))}
          >
            Undo Stroke
          </Button>
          <Button disabled={strokes.length === 0} onClick={() => onChange([])}>
            Clear Mask
          </Button>
        </Row>
      </Row>
    </Tools>
  );
}
