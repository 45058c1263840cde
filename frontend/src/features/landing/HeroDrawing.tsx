import styled from '@emotion/styled';
import { tokens } from '../../ui';

const Picture = styled.svg`
  width: 100%;
  max-width: 560px;
  height: auto;
  margin: 0 auto;
`;
const Sky = ({ id, from, to }: { id: string; from: string; to: string }) => (
  <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stopColor={from} />
    <stop offset="1" stopColor={to} />
  </linearGradient>
);

/* The colours belong to the images in the frames, not to the interface: they are the same in both themes. */
export function HeroDrawing() {
  return (
    <Picture viewBox="0 0 560 460" role="img" aria-label="Three frames of a storyboard: a night, a dawn and a sea">
      <defs>
        <Sky id="night" from="#1d2b53" to="#5b4b8a" />
        <Sky id="dawn" from="#f7a072" to="#fbd786" />
        <Sky id="sea" from="#7cc6d6" to="#e9f5ee" />
        <clipPath id="frame">
          <rect width="168" height="298" rx="16" />
        </clipPath>
      </defs>
      <g transform="translate(20 96) rotate(-7 84 149)">
        <g clipPath="url(#frame)">
          <rect width="168" height="298" fill="url(#night)" />
          <circle cx="122" cy="60" r="20" fill="#f5f0d0" />
          <circle cx="40" cy="40" r="2" fill="#fff" />
          <circle cx="66" cy="84" r="2" fill="#fff" />
          <circle cx="30" cy="118" r="1.5" fill="#fff" />
          <path d="M0 220L52 150l38 46 30-30 48 60v72H0z" fill="#2a2350" />
          <path d="M0 262l40-30 50 36 40-24 38 26v28H0z" fill="#191536" />
          <rect x="66" y="226" width="18" height="24" fill="#191536" />
          <rect x="72" y="234" width="6" height="8" fill="#ffd60a" />
        </g>
      </g>
      <g transform="translate(372 96) rotate(7 84 149)">
        <g clipPath="url(#frame)">
          <rect width="168" height="298" fill="url(#sea)" />
          <circle cx="50" cy="86" r="24" fill="#fff6d6" />
          <path d="M0 180q42-18 84 0t84 0v118H0z" fill="#2d7f95" />
          <path d="M0 214q42-18 84 0t84 0v84H0z" fill="#1f6379" />
          <path d="M98 176l0-62 36 54z" fill="#fff" />
          <path d="M92 176l0-48-22 44z" fill="#f4d9c6" />
          <path d="M62 180h78l-14 20H76z" fill="#7b3f2b" />
        </g>
      </g>
      <g transform="translate(190 40)">
        <g transform="scale(1.08)">
          <g clipPath="url(#frame)">
            <rect width="168" height="298" fill="url(#dawn)" />
            <circle cx="84" cy="150" r="42" fill="#fff1cf" />
            <path d="M0 206q84-60 168 0v92H0z" fill="#8c5a6b" />
            <path d="M0 242q84-44 168 6v50H0z" fill="#5a3a52" />
            <path
              d="M84 176c5 0 8 4 8 9s-3 8-8 8-8-3-8-8 3-9 8-9zm-12 50c0-18 4-30 12-30s12 12 12 30l4 26H68z"
              fill="#2e1f33"
            />
          </g>
          <rect width="168" height="298" rx="16" fill="none" stroke={tokens.surface1} strokeWidth="4" />
          <g>
            <rect x="14" y="270" width="140" height="5" rx="2.5" fill="#fff" opacity=".45" />
            <rect x="14" y="270" width="58" height="5" rx="2.5" fill="#fff" />
          </g>
        </g>
      </g>
      <g transform="translate(110 408)" fill="none" stroke={tokens.lineStrong} strokeWidth="3" strokeLinecap="round">
        <path d="M0 0h92M116 0h148M288 0h52" />
        <path d="M0 20h44M68 20h120M212 20h96" opacity=".6" />
      </g>
    </Picture>
  );
}
