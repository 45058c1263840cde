import { screen } from '@testing-library/react';
import { useState } from 'react';
import { leaveApp, renderApp } from '../testing/render-app';
import { Label, Switch } from '.';

function Host() {
  const [on, setOn] = useState(false);
  return (
    <>
      <Switch id="later" checked={on} onCheckedChange={setOn} />
      <Label htmlFor="later">Schedule for later</Label>
    </>
  );
}
afterEach(leaveApp);

describe('a switch', () => {
  it('is switched by a click on its label and by the keyboard', async () => {
    const { user } = renderApp(<Host />);
    const state = () => screen.getByRole('switch', { name: 'Schedule for later' }).getAttribute('aria-checked');
    expect(state()).toBe('false');
    await user.click(screen.getByText('Schedule for later'));
    expect(state()).toBe('true');
    await user.keyboard(' ');
    expect(state()).toBe('false');
  });
});
