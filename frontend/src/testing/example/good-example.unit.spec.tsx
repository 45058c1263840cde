import { cleanup, render, screen } from '@testing-library/react';
import { GoodExampleScreen } from './GoodExampleScreen';

afterEach(cleanup);

describe('the screen good-example', () => {
  it('has its name as its heading and as the title of the page', () => {
    render(<GoodExampleScreen />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good Example');
    expect(document.title).toContain('Good Example');
  });
});
