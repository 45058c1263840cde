import { css } from '@emotion/react';
import { mobile, touch } from './tokens';

export { tokens, space, mobile, MOBILE, touch } from './tokens';

const light = css`
  --surface-0: #f7f7f8;
  --surface-1: #ffffff;
  --surface-2: #f0f0f2;
  --surface-3: #e5e6e9;
  --text-1: #15171a;
  --text-2: #474c54;
  --text-3: #5c626b;
  --line: #dfe1e5;
  --line-strong: #868c96;
  --accent: #ffd60a;
  --accent-hover: #f5c800;
  --on-accent: #1a1600;
  --accent-ink: #7a5c00;
  --accent-soft: #fff6cc;
  --positive: #156b3e;
  --positive-soft: #dff3e7;
  --warning: #8a4b00;
  --warning-soft: #fdeed8;
  --danger: #b3231a;
  --danger-soft: #fde7e5;
  --danger-solid: #c0342a;
  --danger-solid-hover: #a82a21;
  --on-danger: #ffffff;
  --focus: #2356d8;
  --overlay: rgb(20 22 26 / 45%);
  --shadow: 0 12px 32px rgb(20 22 26 / 16%), 0 2px 6px rgb(20 22 26 / 8%);
  --shadow-lift: 0 6px 18px rgb(20 22 26 / 10%);
`;

const dark = css`
  --surface-0: #0e0f11;
  --surface-1: #151619;
  --surface-2: #1c1e22;
  --surface-3: #272a30;
  --text-1: #f1f2f4;
  --text-2: #b8bcc4;
  --text-3: #969ba5;
  --line: #2a2d33;
  --line-strong: #6b717c;
  --accent: #ffd60a;
  --accent-hover: #ffe14d;
  --on-accent: #1a1600;
  --accent-ink: #ffd60a;
  --accent-soft: #2e2807;
  --positive: #57c98f;
  --positive-soft: #14301f;
  --warning: #f0ab52;
  --warning-soft: #33240f;
  --danger: #ff8b81;
  --danger-soft: #3a1917;
  --danger-solid: #c0342a;
  --danger-solid-hover: #cf4439;
  --on-danger: #ffffff;
  --focus: #8ab4ff;
  --overlay: rgb(0 0 0 / 60%);
  --shadow: 0 16px 40px rgb(0 0 0 / 55%), 0 2px 8px rgb(0 0 0 / 40%);
  --shadow-lift: 0 8px 24px rgb(0 0 0 / 40%);
`;

/** Global styles; dark when the root element has data-theme="dark". */
export const globalStyles = css`
  :root {
    ${light}
    color-scheme: light;
    --radius-small: 6px;
    --radius: 8px;
    --radius-media: 10px;
    --radius-card: 12px;
    --font: 'Inter Variable', system-ui, sans-serif;
    --font-caption: 0.75rem;
    --font-body: 0.875rem;
    --font-heading-3: 1.125rem;
    --font-heading-2: 1.5rem;
    --font-heading-1: 2rem;
    --motion-fast: 120ms ease-out;
    --motion-slow: 200ms ease-out;
    --gutter: 24px;
  }
  :root[data-theme='dark'] {
    ${dark}
    color-scheme: dark;
  }
  ${mobile} {
    :root {
      --gutter: 16px;
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  html,
  body,
  #root {
    height: 100%;
  }
  body {
    margin: 0;
    background: var(--surface-0);
    color: var(--text-1);
    font-family: var(--font);
    font-size: var(--font-body);
    line-height: 1.5;
    -webkit-font-smoothing: antialiased;
  }
  h1,
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
  }
  ul,
  ol {
    padding: 0;
    list-style: none;
  }
  h1,
  h2,
  h3 {
    line-height: 1.2;
    letter-spacing: -0.015em;
    font-weight: 650;
  }
  button,
  input,
  textarea,
  select {
    font: inherit;
    color: inherit;
  }
  ${touch} {
    input,
    textarea,
    select {
      font-size: max(1rem, 1em);
    }
  }
  img,
  video {
    max-width: 100%;
  }
  a {
    color: inherit;
  }
  :root[data-shielded] body {
    pointer-events: none;
  }
  [data-radix-popper-content-wrapper] {
    pointer-events: auto;
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  ::selection {
    background: var(--accent);
    color: var(--on-accent);
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important;
      scroll-behavior: auto !important;
    }
  }
`;
