/* Skips diagnostics that nobody reads. Testing Library prints the document for each failed attempt of a waiting query;
   only the output of the last attempt, when time runs out, is of use. */
import { configure, getConfig } from '@testing-library/dom';

const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    if (!isAttempt) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
