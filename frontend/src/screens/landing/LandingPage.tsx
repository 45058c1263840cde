import styled from '@emotion/styled';
import { signInAddress } from '@storyreel/contracts';
import { ArrowRight } from 'lucide-react';
import { useDocumentTitle } from '../../platform/useDocumentTitle';
import { Logo } from '../../ui/Logo';
import { ThemeToggle } from '../../ui/ThemeToggle';
import { ButtonAnchor, mobile, space, tokens } from '../../ui';
import { FeatureGrid } from './FeatureGrid';
import { HeroDrawing } from './HeroDrawing';
import { Prices } from './Prices';

const Page = styled.div`
  min-height: 100dvh;
  overflow-x: clip;
  background: ${tokens.surface0};
`;
const Bar = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(4)} ${tokens.gutter};
`;
const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  font-size: ${tokens.heading3};
  font-weight: 700;
  letter-spacing: -0.02em;
`;
const BarActions = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
`;
const Hero = styled.section`
  display: grid;
  grid-template-columns: 1.05fr 1fr;
  align-items: center;
  gap: ${space(12)};
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(16)} ${tokens.gutter} ${space(20)};
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
    padding-top: ${space(8)};
    gap: ${space(8)};
  }
`;
const Headline = styled.h1`
  font-size: clamp(2.25rem, 5vw, 3.75rem);
  line-height: 1.05;
  letter-spacing: -0.035em;
  text-wrap: balance;
`;
const Lead = styled.p`
  max-width: 52ch;
  margin: ${space(5)} 0 ${space(8)};
  color: ${tokens.text2};
  font-size: 1.125rem;
  line-height: 1.6;
`;
const Gift = styled.p`
  margin-top: ${space(4)};
  color: ${tokens.text2};
  & b {
    color: ${tokens.text1};
  }
`;
const Foot = styled.footer`
  padding: ${space(8)} ${tokens.gutter} ${space(12)};
  border-top: 1px solid ${tokens.line};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  text-align: center;
  ${mobile} {
    text-align: left;
  }
`;

/** What visitors see who are not signed in, at every address; signing in leads on to the one that they asked for. */
export function LandingPage({ asked }: { asked: string }) {
  useDocumentTitle('Turn a story into video');
  return (
    <Page>
      <Bar>
        <Brand>
          <Logo size={28} />
          Storyreel
        </Brand>
        <BarActions>
          <ThemeToggle />
          <ButtonAnchor href={signInAddress(asked, 'sign-in')} data-variant="secondary">
            Sign In
          </ButtonAnchor>
        </BarActions>
      </Bar>
      <main>
        <Hero>
          <div>
            <Headline>From a written story to short videos, scene by scene.</Headline>
            <Lead>
              Write or paste a story. Storyreel splits it into scenes, draws a storyboard of 9:16 images, sets them in
              motion, and hands you everything to publish.
            </Lead>
            <ButtonAnchor href={signInAddress(asked)} data-variant="primary" data-size="large">
              Get Started
              <ArrowRight size={20} aria-hidden />
            </ButtonAnchor>
            <Gift>
              New sign-ups start with <b>100 free credits</b>. We call them zaps. No card needed.
            </Gift>
          </div>
          <HeroDrawing />
        </Hero>
        <FeatureGrid />
        <Prices />
      </main>
      <Foot>Storyreel. Your stories stay yours.</Foot>
    </Page>
  );
}
