"""What schemathesis holds the service to beside its own checks."""

import json
import os
import re

import schemathesis

# The fields whose rules have no word in JSON Schema: see unsaid-fields.ts.
UNSAID = set(json.loads(os.environ["UNSAID_FIELDS"]))
UNSAID_SENTENCES = set(json.loads(os.environ["UNSAID_SENTENCES"]))


@schemathesis.check
def valid_data_is_taken(ctx, response, case):
    """A request that its schema allows may be refused for what it says, by a field whose rule no schema can say; never for its form."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 400:
        return
    refusal = response.json()
    field = re.sub(r"\[\d+\]", "[]", str(refusal.get("field")))
    if refusal["error"] == "VALIDATION_FAILED" and field not in UNSAID and refusal["message"] not in UNSAID_SENTENCES:
        raise AssertionError(f"{case.operation.label} allows what it refuses: {json.dumps(refusal)}")
