"""Checks of the service that schemathesis does not have."""

import json
import os
import re

import schemathesis

# The fields whose rules JSON Schema cannot express: see unsaid-fields.ts.
UNSAID = set(json.loads(os.environ["UNSAID_FIELDS"]))
UNSAID_SENTENCES = set(json.loads(os.environ["UNSAID_SENTENCES"]))


@schemathesis.check
def valid_data_is_taken(ctx, response, case):
    """The service may refuse a request that fits its schema only for a field whose rule a schema cannot express."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 400:
        return
    refusal = response.json()
    field = re.sub(r"\[\d+\]", "[]", str(refusal.get("field")))
    if refusal["error"] == "VALIDATION_FAILED" and field not in UNSAID and refusal["message"] not in UNSAID_SENTENCES:
        raise AssertionError(f"{case.operation.label} allows what it refuses: {json.dumps(refusal)}")
