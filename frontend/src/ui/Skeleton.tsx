import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { tokens } from './tokens';

const breathe = keyframes`50% { opacity: 0.5; }`;
const Block = styled.span`
  display: block;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
  animation: ${breathe} 1.4s ease-in-out infinite;
`;

export interface SkeletonProps {
  /** CSS size of the content that will replace the skeleton. */
  width?: string;
  height?: string;
  radius?: string;
  aspectRatio?: string;
  className?: string;
}
/** A placeholder with the size of the content that is loading. Its container sets aria-busy. */
export function Skeleton({ width = '100%', height = '1em', radius, aspectRatio, className }: SkeletonProps) {
  return (
    <Block
      aria-hidden
      className={className}
      style={{ width, height: aspectRatio ? undefined : height, borderRadius: radius, aspectRatio }}
    />
  );
}
